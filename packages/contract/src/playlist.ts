import { MAX_LINK_LENGTH } from '@kerf/domain/links/link'
import { z } from 'zod'
import { endpoint } from './protocol/endpoint.ts'
import { SOURCE_REFUSALS } from './video.ts'

export const playlist = z.object({
  title: z.string(),
  videos: z
    .array(
      z.object({
        url: z.string(),
        title: z.string(),
        channel: z.string().nullable(),
        duration: z.number().nullable().describe('Seconds; null if unknown, as for a live stream.'),
      }),
    )
    .describe('Each video once, in the order of the list.'),
  unavailable: z.number().int().describe('Entries that are private or deleted.'),
  isWhole: z.boolean().describe('Whether all entries were read: at most 200 are.'),
})
export type Playlist = z.output<typeof playlist>

export const readPlaylist = endpoint('POST /api/batch/playlist', {
  summary: 'List the videos of a public or unlisted YouTube playlist, to choose some of them for a batch.',
  body: z.object({ url: z.string().max(MAX_LINK_LENGTH * 2) }),
  answer: playlist,
  refusals: ['invalid_link', 'youtube_playlist', 'pro_feature', 'too_many_requests', 'busy', ...SOURCE_REFUSALS],
})
