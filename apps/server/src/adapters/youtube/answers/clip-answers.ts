import { isYoutubeVideoId } from '@kerf/domain/links/youtube-link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { z } from 'zod'

export interface FoundClip extends TimeRange {
  videoId: string
}

const videoId = z.string().refine(isYoutubeVideoId)
const text = z.string().max(4096).nullish().catch(null)
/** YouTube writes milliseconds as text. */
const milliseconds = z.coerce.number().min(0).max(1e12)
const times = z.object({ startTimeMs: milliseconds, endTimeMs: milliseconds })

const resolvedClip = z.object({
  endpoint: z.object({
    watchEndpoint: z.object({ videoId, params: text, playerParams: text, clipConfig: times.nullish().catch(null) }),
  }),
})

/** The video that an address of a clip leads to, with the parameters for its player; null in other answers. */
export function clipTargetIn(answer: unknown) {
  const watch = resolvedClip.safeParse(answer).data?.endpoint.watchEndpoint
  if (!watch) return null
  return {
    videoId: watch.videoId,
    params: watch.playerParams ?? watch.params ?? null,
    times: rangeOfConfig(watch.clipConfig),
  }
}

const clippedPlayer = z.object({ clipConfig: times })

/** The times of a clip in the player's answer, in seconds; null in other answers. */
export const clipTimesIn = (answer: unknown): TimeRange | null =>
  rangeOfConfig(clippedPlayer.safeParse(answer).data?.clipConfig)

const PAGE_VIDEO =
  /"(?:currentVideoEndpoint":\{[^{}]{0,4000}(?:\{[^{}]{0,4000}\}[^{}]{0,4000}){0,4}"watchEndpoint":\{|videoDetails":\{)"videoId":"([\w-]{11})"/
const PAGE_TIMES_PATTERN =
  /"(?:clipConfig|loopCommand)":\{[^{}]{0,500}?"startTimeMs":"(\d{1,12})","endTimeMs":"(\d{1,12})"/

/** The clip that its page names; null for other pages. */
export function clipInPage(page: string): FoundClip | null {
  const id = PAGE_VIDEO.exec(page)?.[1]
  const [, startTimeMs, endTimeMs] = PAGE_TIMES_PATTERN.exec(page) ?? []
  const range = rangeOfConfig(times.safeParse({ startTimeMs, endTimeMs }).data)
  return id && range ? { videoId: id, ...range } : null
}

function rangeOfConfig(config: z.output<typeof times> | null | undefined): TimeRange | null {
  if (!config || config.endTimeMs <= config.startTimeMs) return null
  return { startTime: config.startTimeMs / 1000, endTime: config.endTimeMs / 1000 }
}
