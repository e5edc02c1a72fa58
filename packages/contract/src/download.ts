import { SUBTITLE_FILE_FORMATS, SUBTITLE_KINDS, SUBTITLE_STYLES } from '@kerf/domain/captions/transcript'
import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import {
  CLIP_FORMATS,
  CLIP_WAYS,
  LEFT_OUT_PARTS,
  MEDIA_NOTES,
  ORIGINAL_CONTAINERS,
} from '@kerf/domain/formats/clip-format'
import {
  ANIMATION_WIDTH_BOUNDS,
  FADE_SECONDS_BOUNDS,
  FRAME_RATE_BOUNDS,
  LOUDNESS_BOUNDS,
  MAX_BYTES_BOUNDS,
  MP3_BITRATES,
} from '@kerf/domain/formats/clip-options'
import { CROP_RATIOS } from '@kerf/domain/formats/crop'
import { QUALITY_IDS } from '@kerf/domain/formats/quality'
import { FILE_NAMES } from '@kerf/domain/formats/title-file-name'
import { MAX_LINK_LENGTH } from '@kerf/domain/links/link'
import { MAX_CLIP_RANGES } from '@kerf/domain/ranges/time-range'
import { z } from 'zod'
import { endpoint } from './protocol/endpoint.ts'
import { identifier, idParams } from './protocol/identifier.ts'
import { processVideo, timeRange } from './video.ts'

export const subtitlesRequest = z.object({
  captions: z.string().max(64).describe('The id of one of the captions of the video.'),
  as: z
    .enum(SUBTITLE_KINDS)
    .describe('`file`: beside the clip. `track`: a text track in it. `burned`: drawn into its frames (format `mp4`).'),
  style: z.enum(SUBTITLE_STYLES).optional().describe('Of burned-in ones. Default: `outline`.'),
})
export type SubtitlesRequest = z.output<typeof subtitlesRequest>

const fadeSeconds = z.number().min(FADE_SECONDS_BOUNDS.least).max(FADE_SECONDS_BOUNDS.most)
const fraction = z.number().min(0).max(1)

/** Options that adapt a clip to its purpose. */
export const fitOptions = z.object({
  maxBytes: z
    .number()
    .int()
    .min(MAX_BYTES_BOUNDS.least)
    .max(MAX_BYTES_BOUNDS.most)
    .optional()
    .describe(
      'The file is not larger: re-encoded in two passes, smaller where needed, if a copy does not fit. Of `mp4`.',
    ),
  crop: z
    .union([z.enum(CROP_RATIOS), z.object({ left: fraction, top: fraction, width: fraction, height: fraction })])
    .optional()
    .describe(
      'What is left of the frame: the largest of a shape, in the middle, or an area in shares. Of `mp4`, `gif`, `webp` and `png`.',
    ),
  loudness: z
    .number()
    .min(LOUDNESS_BOUNDS.least)
    .max(LOUDNESS_BOUNDS.most)
    .optional()
    .describe('LUFS, with peaks below -1 dBTP. Default: as it is.'),
  fade: z
    .object({ video: fadeSeconds.optional(), audio: fadeSeconds.optional() })
    .optional()
    .describe('Seconds of fading in and out. `video` of `mp4`.'),
  bitrate: z.enum(MP3_BITRATES).optional().describe('Of `mp3`. Default: `320k`.'),
  animation: z
    .object({
      width: z.number().int().min(ANIMATION_WIDTH_BOUNDS.least).max(ANIMATION_WIDTH_BOUNDS.most),
      frameRate: z.number().min(FRAME_RATE_BOUNDS.least).max(FRAME_RATE_BOUNDS.most),
    })
    .optional()
    .describe('The longer side in pixels and frames per second. Of `gif` and `webp`. Default: 480 and about 12.'),
  container: z.enum(['mp4']).optional().describe('Of `original`: VP9 and AV1 in an MP4. Default: in a WebM.'),
})
export type FitOptions = z.output<typeof fitOptions>

/** Options of a clip in addition to its range, quality and format. */
export const clipOptions = z.object({
  audioTrack: z.string().max(64).optional().describe('The id of an audio track. Default: the original.'),
  subtitles: subtitlesRequest
    .optional()
    .describe(
      '`track` of `mp4` and `original`, `burned` of `mp4`, `file` of audio alone, too. Other formats have none.',
    ),
  ...fitOptions.shape,
})

/** Measured facts about a finished clip: its exact times, and the cost of its cut. */
export const receipt = z.object({
  frames: z.number().int(),
  firstFrameSeconds: z.number().nullable(),
  lastFrameSeconds: z.number().nullable(),
  framesCopied: z.number().int(),
  framesReencoded: z.number().int(),
  soundOffsetMilliseconds: z.number().nullable(),
  durationSeconds: z.number(),
  bytesFetched: z.number().int(),
  clipBytes: z.number().int(),
  shown: z
    .array(timeRange)
    .optional()
    .describe('Where each range of the clip begins and ends in the video, to the frame.'),
  audioTrack: z.string().optional().describe('The label of the audio track, where the video has several.'),
  subtitles: z
    .object({ label: z.string(), as: z.enum(['track', 'burned']), cues: z.number().int() })
    .optional()
    .describe('The subtitles in the clip.'),
  chapters: z.number().int().optional().describe('How many chapters are in the clip.'),
  size: z
    .object({ width: z.number().int(), height: z.number().int() })
    .optional()
    .describe('Of its frames, as they are shown.'),
  isAudioCopied: z.literal(true).optional().describe('Of audio alone: copied, only the edges re-encoded.'),
  loudness: z
    .object({ before: z.number(), after: z.number() })
    .optional()
    .describe('LUFS, if a loudness was asked for; left out where the audio is silent.'),
  wallMilliseconds: z.number(),
  way: z.enum(CLIP_WAYS),
  container: z.enum(ORIGINAL_CONTAINERS).optional().describe('Of `original`.'),
  leftOut: z.array(z.enum(LEFT_OUT_PARTS)).optional().describe('What the video has and the clip has not.'),
  notes: z
    .array(z.object({ kind: z.enum(MEDIA_NOTES), seconds: z.number() }))
    .optional()
    .describe('Where the audio of the video changes its form, where its first frame is, or where it breaks off.'),
})
export type Receipt = z.output<typeof receipt>

export const download = z.object({
  id: z.string(),
  videoId: z.string(),
  status: z.enum(['processing', 'completed', 'failed', 'cancelled', 'expired']),
  quality: z.enum(QUALITY_IDS),
  format: z.enum(CLIP_FORMATS),
  startTime: z.number().describe('With several ranges, the earliest start.'),
  endTime: z.number().describe('With several ranges, the latest end.'),
  ranges: z
    .array(timeRange)
    .nullable()
    .describe('Of a clip that joins several: all of them, in order. Otherwise null.'),
  progress: z.number().min(0).max(100).describe('Percent.'),
  stage: z.enum(['waiting', 'resolving', 'reading', 'encoding', 'writing', 'checking', 'done']),
  etaSeconds: z.number().nullable(),
  position: z.number().int().nullable().describe('Position in the queue while waiting; 1 is next.'),
  fileName: z.string().describe('By quality. `name` of the call for its file chooses another name.'),
  fileSize: z.number().int().nullable().describe('Bytes.'),
  expiresAt: z.string().nullable().describe('ISO 8601. By then its file is deleted.'),
  createdAt: z.string(),
  error: z.string().optional(),
  code: z.enum(ERROR_CODES).optional(),
  receipt: receipt.nullable(),
  audioTrack: z.string().nullable().describe('The id of the audio track; null for the original.'),
  subtitles: subtitlesRequest.nullable().describe('As they were asked for; null: none.'),
  ...fitOptions.shape,
})
export type Download = z.output<typeof download>

export const requestDownload = endpoint('POST /api/video/{id}/download', {
  summary: 'Request a clip. Answers immediately; the work is queued.',
  params: idParams,
  body: z.object({
    quality: z.string().max(64).describe('An id or a label of the grid: `720p`, `1080p (HD)`, `Audio Only`.'),
    format: z
      .string()
      .max(16)
      .optional()
      .describe(`One of \`${CLIP_FORMATS.join('`, `')}\`. Default: \`mp4\` or \`mp3\`, by quality.`),
    ranges: z
      .array(timeRange)
      .min(1)
      .max(MAX_CLIP_RANGES)
      .optional()
      .describe('What the clip shows, in this order. Default: the range saved with the video.'),
    join: z
      .boolean()
      .optional()
      .describe('Several ranges become one clip. Default: `true`. For separate clips: `POST /api/batch`.'),
    ...clipOptions.shape,
  }),
  answer: download,
  status: 202,
  refusals: [
    'invalid_request',
    'unknown_quality',
    'invalid_trim',
    'range_too_long',
    'clip_too_long',
    'not_found',
    'link_blocked',
    'pro_feature',
    'needs_account',
    'needs_pro',
    'quality_unavailable',
    'storage_full',
    'daily_limit',
    'monthly_limit',
    'too_many_requests',
    'busy',
  ],
})

export const cutLink = endpoint('POST /api/download', {
  summary: 'Process a link and request a clip of it, in one call.',
  body: requestDownload.body.extend({
    url: z
      .string()
      .max(MAX_LINK_LENGTH * 2)
      .describe('The link of the video.'),
    quality: requestDownload.body.shape.quality.optional().describe('Default: the best that is allowed.'),
  }),
  answer: download,
  status: 202,
  refusals: [...new Set([...processVideo.refusals, ...requestDownload.refusals])],
})

export const readDownload = endpoint('GET /api/download/{id}', {
  summary: 'The status of a download.',
  params: idParams,
  answer: download,
  refusals: ['not_found'],
})

/** Maximum wait for a clip, in seconds. Reverse proxies close a silent call after a minute. */
const MAX_WAIT_SECONDS = 50

export const waitSeconds = z.coerce.number().min(0).max(MAX_WAIT_SECONDS).optional()

export const fileNameChoice = z
  .enum(FILE_NAMES)
  .optional()
  .describe('`quality`: `kerf_360p.mp4`. `title`: `Title 1.02.5-1.15.mp4`. Default: what the server is set to.')

/** Media types of clips. */
export const CLIP_FILE = ['video/*', 'audio/*', 'image/*']

export const readDownloadFile = endpoint('GET /api/download/{id}/file', {
  alwaysOpen: true,
  summary: 'The finished clip. Supports range requests.',
  params: idParams,
  query: z.object({
    wait: waitSeconds.describe('Seconds to wait for the clip. Default: 0.'),
    pass: z.string().max(256).optional().describe('From a link of `/mcp`: opens this file to whoever has it.'),
    name: fileNameChoice,
  }),
  answer: z.unknown(),
  file: CLIP_FILE,
  refusals: ['not_found', 'link_blocked', 'not_ready', 'expired', 'cancelled', 'cut_failed', 'account_suspended'],
})

export const readDownloadSubtitles = endpoint('GET /api/download/{id}/subtitles', {
  alwaysOpen: true,
  summary: 'The subtitles of a finished clip, from its own zero.',
  params: idParams,
  query: z.object({
    format: z.enum(SUBTITLE_FILE_FORMATS).optional().describe('Default: `srt`.'),
    captions: z.string().max(64).optional().describe('The id of captions. Default: those of the clip, else the first.'),
    name: fileNameChoice,
  }),
  answer: z.unknown(),
  file: ['text/plain', 'text/vtt'],
  refusals: [
    ...readDownloadFile.refusals,
    ...(['invalid_request', 'source_off', 'source_failed', 'source_timeout', 'busy', 'too_many_requests'] as const),
  ],
})

export const readDownloadZip = endpoint('GET /api/download/{id}/zip', {
  alwaysOpen: true,
  summary: 'The clip with its subtitles as .srt and .vtt, in one zip.',
  params: idParams,
  query: z.object({ name: fileNameChoice }),
  answer: z.unknown(),
  file: 'application/zip',
  refusals: readDownloadSubtitles.refusals,
})

export const cancelDownload = endpoint('POST /api/download/{id}/cancel', {
  summary: 'Cancel a waiting or running download. It no longer counts towards the quota.',
  params: idParams,
  answer: download,
  refusals: ['not_found'],
})

export const deleteDownload = endpoint('DELETE /api/download/{id}', {
  alwaysOpen: true,
  summary: 'Delete the clip now instead of when it expires.',
  params: idParams,
  refusals: ['not_found'],
})

export const listDownloads = endpoint('GET /api/video/{id}/downloads', {
  summary: "This viewer's downloads of a video, newest first.",
  params: z.object({ id: identifier }),
  answer: z.object({ downloads: z.array(download) }),
  refusals: ['not_found'],
})
