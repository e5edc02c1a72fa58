import { SEGMENT_KINDS } from '@kerf/domain/marks/mark'
import type { ClaimedSegment } from '@kerf/domain/marks/tidy-marks'
import { z } from 'zod'

/** Maximum number of segments that are read for one video. */
const MAX_SEGMENTS = 1_000

const submittedSegment = z
  .object({
    category: z.enum(SEGMENT_KINDS),
    // `mute` silences a part, `full` labels the whole video, and `poi` and `chapter` name a place: none is left out.
    actionType: z.literal('skip').default('skip'),
    segment: z.tuple([z.number(), z.number()]),
    videoDuration: z.number().nullish().catch(null),
    votes: z.number().default(0).catch(0),
    hidden: z.unknown().optional(),
    shadowHidden: z.unknown().optional(),
  })
  .refine(({ votes, hidden, shadowHidden }) => votes > REJECTED_VOTES && !hidden && !shadowHidden)

/** Votes from which SponsorBlock itself hides a segment. */
const REJECTED_VOTES = -2

const videoInAnswer = z.object({ videoID: z.string(), segments: z.array(z.unknown()) })

/**
 * Segments of one video in an answer, which is about all videos whose hashes begin alike. Entries in another format are
 * left out; null if the whole answer has another format.
 */
export function segmentsInAnswer(answer: unknown, videoId: string): ClaimedSegment[] | null {
  if (!Array.isArray(answer)) return null
  const entries = answer.flatMap((entry) => videoInAnswer.safeParse(entry).data ?? [])
  return entries
    .filter(({ videoID }) => videoID === videoId)
    .flatMap(({ segments }) => segments)
    .slice(0, MAX_SEGMENTS)
    .flatMap((entry) => {
      const { data } = submittedSegment.safeParse(entry)
      if (!data) return []
      const [startTime, endTime] = data.segment
      // Older segments have no duration, which is written as 0.
      return [{ kind: data.category, startTime, endTime, videoSeconds: data.videoDuration || null }]
    })
}
