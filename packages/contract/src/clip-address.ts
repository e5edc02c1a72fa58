import { CLIP_FORMATS } from '@kerf/domain/formats/clip-format'
import { QUALITY_IDS } from '@kerf/domain/formats/quality'
import { MAX_LINK_LENGTH } from '@kerf/domain/links/link'
import { z } from 'zod'
import { CLIP_FILE, cutLink, fileNameChoice, readDownloadFile, waitSeconds } from './download.ts'
import { endpoint } from './protocol/endpoint.ts'
import { idParams } from './protocol/identifier.ts'

/** Longest life of a signed address: 30 days. The clip itself is cut again whenever its file has expired. */
export const MAX_ADDRESS_HOURS = 720

const addressedClip = z.object({
  url: z
    .string()
    .max(MAX_LINK_LENGTH * 2)
    .describe('The link of the video.'),
  start: z.string().max(40).optional().describe('Seconds or a timecode: `62.5`, `1:02.5`. Default: as the link opens.'),
  end: z.string().max(40).optional().describe('Likewise. `start` and `end` go together.'),
  quality: z.enum(QUALITY_IDS).optional().describe('Default: the best that is allowed.'),
  format: z.enum(CLIP_FORMATS).optional().describe('Default: `mp4` or `mp3`, by quality.'),
})
/** The clip that an address names. */
export type AddressedClip = z.output<typeof addressedClip>

export const readClip = endpoint('GET /clip', {
  alwaysOpen: true,
  summary: 'A clip as a URL: it is cut, and sent when it is finished. Takes an API key or a signed address, no cookie.',
  query: addressedClip.extend({
    pass: z.string().max(512).optional().describe('Of a signed address, in place of an API key.'),
    name: fileNameChoice,
    wait: waitSeconds.describe('Seconds that one call waits; then it is redirected to itself. Default: 50.'),
    turn: z.coerce.number().int().min(1).optional().describe('Set by these redirects.'),
  }),
  answer: z.unknown(),
  file: CLIP_FILE,
  refusals: [
    ...new Set([...cutLink.refusals, ...readDownloadFile.refusals, 'not_signed_in' as const, 'sharing_off' as const]),
  ],
})

export const signClipAddress = endpoint('POST /api/user/keys/{id}/address', {
  summary: 'Sign the address of a clip, for players that cannot send a key. It ends when the key is revoked.',
  params: idParams,
  body: addressedClip.extend({
    hours: z.number().int().min(1).max(MAX_ADDRESS_HOURS).describe('How long the address works.'),
  }),
  answer: z.object({ address: z.string(), expiresAt: z.string().describe('ISO 8601.') }),
  refusals: ['not_signed_in', 'not_found', 'invalid_request', 'invalid_link', 'source_off', 'sharing_off'],
})
