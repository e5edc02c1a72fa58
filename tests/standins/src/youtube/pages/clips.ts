import { videoIds } from '../videos.ts'

interface StandinClip {
  videoId: string
  startTimeMs: number
  endTimeMs: number
  /** Whether only the clip's page names its times. */
  onlyOnPage: boolean
}

/** Ids of users' clips at the stand-in. */
export const clipIds = {
  ordinary: 'UgkxStandInClip00000000000000000001',
  onlyOnPage: 'UgkxOnlyOnPage000000000000000000001',
  ofPrivateVideo: 'UgkxOfPrivate0000000000000000000001',
  removed: 'UgkxRemoved000000000000000000000001',
} as const

const clips: Readonly<Record<string, StandinClip>> = {
  [clipIds.ordinary]: { videoId: videoIds.ordinary, startTimeMs: 2500, endTimeMs: 5250, onlyOnPage: false },
  [clipIds.onlyOnPage]: { videoId: videoIds.ordinary, startTimeMs: 1000, endTimeMs: 4000, onlyOnPage: true },
  [clipIds.ofPrivateVideo]: { videoId: videoIds.private, startTimeMs: 0, endTimeMs: 5000, onlyOnPage: false },
}

const CLIP_PATH_PATTERN = /^\/clip\/([\w-]+)$/
/** Parameters of the player that stand for a clip, as YouTube's opaque ones do. */
const PARAMS_PREFIX = 'clip:'

export const clipAt = (path: string): StandinClip | null => clips[CLIP_PATH_PATTERN.exec(path)?.[1] ?? ''] ?? null

/** Answer of `/navigation/resolve_url` for a clip's address. */
export function resolvedClip(address: string): object | null {
  const path = URL.parse(address)?.pathname ?? ''
  const clip = clipAt(path)
  if (!clip || clip.onlyOnPage) return null
  const watchEndpoint = { videoId: clip.videoId, params: PARAMS_PREFIX + path, playerParams: PARAMS_PREFIX + path }
  return { endpoint: { commandMetadata: { webCommandMetadata: { url: '/watch' } }, watchEndpoint } }
}

/** Part of the player's answer for the parameters of a clip. */
export function clipConfigOf(params: string): object {
  const clip = params.startsWith(PARAMS_PREFIX) ? clipAt(params.slice(PARAMS_PREFIX.length)) : null
  if (!clip) return {}
  return { clipConfig: { startTimeMs: String(clip.startTimeMs), endTimeMs: String(clip.endTimeMs) } }
}

/** The page of a clip. It plays the clip in a loop. */
export function clipPage({ videoId, startTimeMs, endTimeMs }: StandinClip): string {
  const loopCommand = { loop: true, startTimeMs: String(startTimeMs), endTimeMs: String(endTimeMs) }
  const data = {
    currentVideoEndpoint: { clickTrackingParams: 'x', watchEndpoint: { videoId } },
    engagementPanels: [{ clipSectionRenderer: { onScrubExit: { commands: [{ loopCommand }] } } }],
  }
  return `<html><script>var ytInitialData = ${JSON.stringify(data)};</script></html>`
}
