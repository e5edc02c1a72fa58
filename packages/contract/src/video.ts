import { CLIP_FORMATS, ORIGINAL_CONTAINERS } from '@kerf/domain/formats/clip-format'
import { MAX_BYTES_BOUNDS, MP3_BITRATES } from '@kerf/domain/formats/clip-options'
import { QUALITY_IDS } from '@kerf/domain/formats/quality'
import { MAX_LINK_LENGTH } from '@kerf/domain/links/link'
import type { SourceId } from '@kerf/domain/links/source-ids'
import { YOUTUBE_PAGES } from '@kerf/domain/links/youtube-pages'
import { MARK_KINDS } from '@kerf/domain/marks/mark'
import { z } from 'zod'
import { endpoint } from './protocol/endpoint.ts'
import { idParams } from './protocol/identifier.ts'

/** A range of a video in seconds. The server rounds to milliseconds. */
export const timeRange = z.object({ startTime: z.number(), endTime: z.number() })

export const downloadOption = z.object({
  quality: z.enum(QUALITY_IDS),
  label: z.string(),
  /** Length of the shorter side of its frames in pixels; null for audio. */
  height: z.number().int().nullable(),
  format: z.enum(['mp4', 'mp3']),
  approxSize: z.number().int().nullable().describe('Estimated bytes for the saved range.'),
  bitrate: z.number().nullable().describe('Estimated bits per second of such a clip.'),
  codec: z.string(),
  original: z
    .object({
      codec: z.string(),
      container: z.enum(ORIGINAL_CONTAINERS),
      bitrate: z.number().nullable(),
    })
    .nullable()
    .optional()
    .describe('What the format `original` would produce.'),
  sourceCodec: z
    .object({
      codec: z.enum(['AV1', 'VP9']),
      contentType: z.string().describe('`video/mp4; codecs="av01.0.12M.08"`, of the video alone.'),
      width: z.number().int(),
      height: z.number().int(),
      frameRate: z.number(),
      bitrate: z.number().describe('Estimated bits per second of such a clip.'),
      seconds: z.number().describe('About how long a clip of the saved range takes.'),
    })
    .nullable()
    .optional()
    .describe(
      'The codec of the source, where H.264 is a re-encoding: request `original` with `container: mp4`. Else null.',
    ),
  h264Seconds: z
    .number()
    .nullable()
    .optional()
    .describe('About how long re-encoding the saved range takes; null where it is copied.'),
  isPro: z.boolean(),
  access: z.enum(['allowed', 'sign_up', 'upgrade', 'unavailable']),
})
export type DownloadOption = z.output<typeof downloadOption>

/** Thumbnails of the whole video on sheets, from the source or from the media file. */
export const filmstrip = z.object({
  frameWidth: z.number().int(),
  frameHeight: z.number().int(),
  columns: z.number().int(),
  rows: z.number().int(),
  frameCount: z.number().int(),
  secondsPerFrame: z.number(),
  sheets: z.array(z.string()).describe('In order.'),
})
export type Filmstrip = z.output<typeof filmstrip>

export const waveform = z.object({
  peaksPerSecond: z.number().positive(),
  peaks: z
    .array(z.number().int().min(0).max(100))
    .describe('The peak of each interval, in percent of full scale, from `fromSeconds` or the start.'),
  fromSeconds: z.number().min(0).optional(),
})
export type Waveform = z.output<typeof waveform>

const captionsChoice = z.object({
  id: z.string(),
  language: z.string().describe('BCP 47; `und` if unknown.'),
  label: z.string(),
  isAutomatic: z.boolean(),
})

const chapter = timeRange.extend({ title: z.string() })

export const mark = timeRange.extend({
  kind: z.enum(MARK_KINDS).describe('`most-replayed` is a step of a graph. SponsorBlock names those after it.'),
  title: z.string().optional(),
  weight: z.number().min(0).max(1).optional().describe('How often a step is replayed, of the most.'),
})

const audioTrack = z.object({
  id: z.string(),
  language: z.string().nullable().describe('BCP 47.'),
  label: z.string(),
  isOriginal: z.boolean(),
})

/** Not an enum: the table of sites would make every page larger, and later versions have more names. */
const sourceName = z.string() as unknown as z.ZodType<SourceId, SourceId>

export const video = z.object({
  id: z.string(),
  source: sourceName.describe(
    'Its name: `youtube`, `media`, `peertube`, `sample`, or that of a site, such as `vimeo`.',
  ),
  title: z.string(),
  thumbnail: z.string().nullable().describe('URL of the thumbnail on this server.'),
  duration: z.number().describe('Seconds.'),
  startTime: z.number(),
  endTime: z.number(),
  youtubeUrl: z.string().nullable(),
  pageUrl: z.string().nullable().optional().describe('Its page on a site other than YouTube; null without one.'),
  url: z.string(),
  channel: z.string().nullable(),
  views: z.number().int().nullable(),
  publishedAt: z.string().nullable().describe('ISO 8601 date.'),
  frameRate: z.number().nullable().describe('Frames per second of the best rendition.'),
  animationSources: z
    .array(z.object({ upToWidth: z.number().int(), frameRate: z.number().nullable() }))
    .optional()
    .describe('Frames per second of what `gif` and `webp` are made of, by their width.'),
  aspect: z
    .number()
    .nullable()
    .optional()
    .describe('Width by height of its frames as they are shown; null if unknown.'),
  liveAt: z
    .string()
    .nullable()
    .optional()
    .describe(
      'Set for a live stream: when it was looked up (ISO 8601). Its times count from the oldest part that could be rewound then.',
    ),
  preview: z.string().nullable().describe('A small rendition to play; null where the source has a player.'),
  filmstrip: filmstrip.nullable(),
  waveform: z
    .object({
      peaksPerSecond: z.number(),
      address: z.string(),
      inPieces: z.boolean().optional().describe('Request it in parts.'),
    })
    .nullable()
    .optional()
    .describe('Null where none can be read.'),
  captions: z.array(captionsChoice).describe('For `transcript` and `subtitles`; the best first.'),
  chapters: z.array(chapter),
  marks: z
    .array(mark)
    .optional()
    .describe('What its author and its viewers say about parts of it. Marks of several kinds may overlap.'),
  hasMoreMarks: z.boolean().optional().describe('Whether `GET /api/video/{id}/marks` may know more.'),
  audioTracks: z.array(audioTrack).describe('The original first. Empty where there is no choice.'),
  options: z.array(downloadOption),
})
export type Video = z.output<typeof video>

export const SOURCE_REFUSALS = [
  'video_private',
  'video_removed',
  'video_region_blocked',
  'video_age_restricted',
  'video_members_only',
  'video_paid',
  'video_live',
  'video_upcoming',
  'video_ended',
  'video_too_long',
  'video_blocked',
  'source_bot_check',
  'source_rate_limited',
  'source_failed',
  'source_off',
  'source_timeout',
  'resolver_missing',
  'not_media',
  'unsupported_media',
  'no_byte_ranges',
  'broken_media',
  'unfinished_media',
] as const

export const processVideo = endpoint('POST /api/video/process', {
  summary: 'Read a pasted link and describe the video behind it.',
  body: z.object({ youtubeUrl: z.string().max(MAX_LINK_LENGTH * 2) }),
  answer: video,
  refusals: [
    'invalid_link',
    ...YOUTUBE_PAGES,
    'link_blocked',
    'too_many_requests',
    'busy',
    'storage_full',
    ...SOURCE_REFUSALS,
  ],
})

export const readVideo = endpoint('GET /api/video/{id}', {
  summary: 'The video as it was processed, with its saved range.',
  params: idParams,
  answer: video,
  refusals: ['not_found', 'link_blocked'],
})

export const setTrim = endpoint('PUT /api/video/{id}/trim', {
  summary: 'Save the default range for downloads.',
  params: idParams,
  body: timeRange,
  answer: video,
  refusals: ['invalid_trim', 'not_found', 'link_blocked'],
})

export const readThumbnail = endpoint('GET /api/video/{id}/thumbnail', {
  summary: 'The thumbnail, fetched by this server: the source does not see the visitor.',
  params: idParams,
  answer: z.unknown(),
  file: 'image/*',
  refusals: ['not_found', 'link_blocked', 'source_failed', 'busy'],
})

export const readFilmstripSheet = endpoint('GET /api/video/{id}/filmstrip/{sheet}', {
  summary: 'One sheet of thumbnails.',
  params: idParams.extend({ sheet: z.coerce.number().int().min(0).max(999) }),
  answer: z.unknown(),
  file: 'image/*',
  refusals: ['not_found', 'link_blocked', 'source_failed', 'busy'],
})

export const readWaveform = endpoint('GET /api/video/{id}/waveform', {
  summary: 'The waveform of the video; for a long one, a part of up to 900 seconds.',
  params: idParams,
  query: z.object({ from: z.coerce.number().min(0).optional(), to: z.coerce.number().min(0).optional() }),
  answer: waveform,
  refusals: ['invalid_request', 'not_found', 'link_blocked'],
})

export const transcript = z.object({
  language: z.string().describe('BCP 47; `und` if unknown.'),
  cues: z.array(
    timeRange.extend({
      text: z.string(),
      words: z
        .array(z.object({ startTime: z.number(), text: z.string() }))
        .optional()
        .describe('When each word begins, where the source says so.'),
    }),
  ),
})

export type Transcript = z.output<typeof transcript>

export const readTranscript = endpoint('GET /api/video/{id}/transcript', {
  summary: 'What is said in the video, by `captions` or the first of them.',
  params: idParams,
  query: z.object({ captions: z.string().max(64).optional() }),
  answer: transcript,
  refusals: ['not_found', 'link_blocked', 'source_failed', 'busy', 'too_many_requests'],
})

export const readMarks = endpoint('GET /api/video/{id}/marks', {
  summary:
    'All marks of the video, once YouTube and the SponsorBlock server of the operator have answered, or failed to.',
  params: idParams,
  answer: z.object({
    marks: z.array(mark),
    isPartial: z.boolean().describe('Whether one of them did not answer.'),
  }),
  refusals: ['not_found', 'link_blocked', 'too_many_requests'],
})

export const sizes = z.object({
  secondsPerPiece: z.number().positive(),
  frameBytes: z.array(z.number()),
  keySeconds: z.array(z.number()),
  keyBytes: z.array(z.number()),
  options: z.array(
    z.object({
      quality: z.enum(QUALITY_IDS),
      format: z.enum(CLIP_FORMATS),
      videoShare: z.number(),
      isReencoded: z.boolean(),
      headShare: z.number(),
      headBytes: z.number(),
      bytesPerSecond: z.number(),
      baseBytes: z.number(),
    }),
  ),
})
export type Sizes = z.output<typeof sizes>

/** Query parameters that change the size of a clip. */
const sizeOptions = z.object({
  crop: z
    .string()
    .max(64)
    .optional()
    .describe('A shape (`9:16`), or an area of the frame as `left,top,width,height` in shares (`0.25,0,0.5,1`).'),
  bitrate: z.enum(MP3_BITRATES).optional(),
  container: z.enum(['mp4']).optional(),
})

export const readSizes = endpoint('GET /api/video/{id}/sizes', {
  summary: 'Data for estimating the size of any range.',
  params: idParams,
  query: sizeOptions.describe('Each form is estimated with those that are for it.'),
  answer: sizes,
  refusals: ['invalid_request', 'not_found', 'link_blocked'],
})

export const readSize = endpoint('GET /api/video/{id}/size', {
  summary:
    'Estimated size of one clip in bytes, within 30 % for most clips (GIF and WebP: a factor of 2) and at most `maxBytes`. null if unknown (PNG), or if no clip can be made (a GIF that is too long, a limit that is too low).',
  params: idParams,
  query: z.object({
    quality: z.enum(QUALITY_IDS),
    format: z.enum(CLIP_FORMATS),
    startTime: z.coerce.number(),
    endTime: z.coerce.number(),
    maxBytes: z.coerce.number().int().min(MAX_BYTES_BOUNDS.least).max(MAX_BYTES_BOUNDS.most).optional(),
    ...sizeOptions.shape,
  }),
  answer: z.object({
    bytes: z.number().int().nullable(),
    height: z
      .number()
      .int()
      .nullable()
      .describe('Pixels of the shorter side of its frames; null if that is not known beforehand.'),
  }),
  refusals: ['invalid_request', 'invalid_trim', 'not_found', 'link_blocked', 'busy', 'too_many_requests'],
})

export const readPreview = endpoint('GET /api/video/{id}/preview', {
  summary:
    'A small playable rendition of the whole video: a file, with range requests, or of an HLS link a playlist (RFC 8216). For the sample and media links.',
  params: idParams,
  answer: z.unknown(),
  file: 'video/*',
  refusals: ['not_found', 'link_blocked', 'source_failed', 'busy'],
})

export const readPreviewPart = endpoint('GET /api/video/{id}/preview/{part}', {
  summary: 'A playlist or a segment that the preview of an HLS link names.',
  params: idParams.extend({ part: z.string().regex(/^(main|audio)(-(header-)?\d{1,5})?$/) }),
  answer: z.unknown(),
  file: 'video/*',
  refusals: ['not_found', 'link_blocked', 'source_failed', 'unsupported_media', 'busy', 'too_many_requests'],
})

const frameQuery = z.object({
  at: z.coerce.number().min(0).describe('Seconds.'),
  quality: z.enum(QUALITY_IDS).optional().describe('That will be cut; left out: the best.'),
})

const FRAME_REFUSALS = [
  'invalid_request',
  'not_found',
  'link_blocked',
  'source_failed',
  'unsupported_media',
  'media_too_large',
  'clip_empty',
  'busy',
  'too_many_requests',
] as const

export const readGop = endpoint('GET /api/video/{id}/gop', {
  summary:
    'The GOP that shows a time, as a fragmented MP4 (`moov`, `moof`, `mdat`) of at most 4 MB, with the times of the source and without re-encoding. Of the smallest rendition whose frames have the times of the one to be cut.',
  params: idParams,
  query: frameQuery,
  answer: z.unknown(),
  file: 'video/mp4',
  refusals: FRAME_REFUSALS,
})

export const FRAME_PLACES = ['start', 'end', 'at'] as const
export type FramePlace = (typeof FRAME_PLACES)[number]
/** Response header with the time of a frame, in seconds. */
export const FRAME_SECONDS_HEADER = 'kerf-frame-seconds'

export const readFrame = endpoint('GET /api/video/{id}/frame', {
  summary: 'One frame as WebP, as a clip would show it. `kerf-frame-seconds` in the header is its time.',
  params: idParams,
  query: frameQuery.extend({
    place: z
      .enum(FRAME_PLACES)
      .default('at')
      .describe(
        '`start`: the first frame from `at` on. `end`: the last one before it. `at`: the one that is shown then.',
      ),
  }),
  answer: z.unknown(),
  file: 'image/webp',
  refusals: FRAME_REFUSALS,
})

export const readEdges = endpoint('GET /api/video/{id}/edges', {
  summary:
    'An MP4 of 360p with the first and the last two seconds of a clip as it will be cut; all of a range of less than five seconds.',
  params: idParams,
  query: z.object({
    startTime: z.coerce.number(),
    endTime: z.coerce.number(),
    audioTrack: z.string().max(64).optional(),
  }),
  answer: z.unknown(),
  file: 'video/mp4',
  refusals: ['invalid_trim', 'quality_unavailable', ...FRAME_REFUSALS],
})
