import { z } from 'zod'
import { adminEndpoint, pageQuery } from './admin-call.ts'
import { readDownloadFile } from './download.ts'
import { endpoint } from './protocol/endpoint.ts'
import { idParams } from './protocol/identifier.ts'

export const share = z.object({
  url: z.string().describe('Public page of the clip. Whoever has it may watch and save the clip.'),
  expiresAt: z.string().describe('ISO 8601. The page ends with the file of the clip.'),
  opened: z.number().int().describe('How often the page was opened, here or inside another page.'),
})
export type Share = z.output<typeof share>

export const shareDownload = endpoint('POST /api/download/{id}/share', {
  summary: 'Make the public page of a finished clip, or return the one that it has.',
  params: idParams,
  answer: share,
  refusals: [
    ...readDownloadFile.refusals.filter((code) => code !== 'account_suspended'),
    'sharing_off',
    'too_many_requests',
  ],
})

export const readShare = endpoint('GET /api/download/{id}/share', {
  alwaysOpen: true,
  summary: 'The public page of a clip, if it has one.',
  params: idParams,
  answer: z.object({ share: share.nullable(), isAllowed: z.boolean().describe('Whether this server shares clips.') }),
  refusals: ['not_found'],
})

export const endShare = endpoint('DELETE /api/download/{id}/share', {
  alwaysOpen: true,
  summary: 'Take the public page of a clip back. A later one has another address.',
  params: idParams,
  refusals: ['not_found'],
})

export const sharedClip = z.object({
  id: z.string().describe("The download's."),
  title: z.string(),
  link: z.string(),
  userName: z.string().nullable().describe('null for a visitor without an account.'),
  createdAt: z.string(),
  expiresAt: z.string(),
  opened: z.number().int(),
  sentBytes: z.number().int().describe('Bytes that this server has sent of the clip on the latest day.'),
})
export type SharedClip = z.output<typeof sharedClip>

export const listShares = adminEndpoint('GET /api/admin/shares', {
  summary: 'Public pages of clips, newest first, one page at a time.',
  query: pageQuery,
  answer: z.array(sharedClip),
})

export const endShareOfUser = adminEndpoint('DELETE /api/admin/shares/{id}', {
  summary: "Take the public page of a user's clip back.",
  params: idParams,
  refusals: ['not_found'],
})
