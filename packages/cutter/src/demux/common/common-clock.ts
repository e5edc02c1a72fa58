import type { OpenedPart, TrackAccess } from './opened-part.ts'
import { shiftedTrack } from './shifted-track.ts'
import { findTimeOrigin } from './time-origin.ts'

/** If clocks are further apart, they are not one common clock: no video's audio begins so late. */
const LARGEST_DIFFERENCE_SECONDS = 10

/** Puts separate video and audio with a common clock on one timeline: they may begin at different times. */
export function onCommonClock(video: OpenedPart, audio: OpenedPart): OpenedPart[] {
  if (video.clockSeconds === undefined || audio.clockSeconds === undefined) return [video, audio]
  if (Math.abs(video.clockSeconds - audio.clockSeconds) > LARGEST_DIFFERENCE_SECONDS) return [video, audio]
  const origin = findTimeOrigin(video.clockSeconds, audio.clockSeconds)
  return [moved(video, origin - video.clockSeconds), moved(audio, origin - audio.clockSeconds)]
}

export function moved(part: OpenedPart, bySeconds: number): OpenedPart {
  const { video, audio } = part
  return {
    ...part,
    durationSeconds: part.durationSeconds - bySeconds,
    video: video && { ...video, access: movedAccess(video.access, bySeconds) },
    audio: audio && { ...audio, access: movedAccess(audio.access, bySeconds) },
  }
}

function movedAccess(access: TrackAccess, bySeconds: number): TrackAccess {
  if (access.kind === 'library') return access
  const { track } = access
  return { ...access, track: shiftedTrack(track, Math.round(bySeconds * track.timescale)) }
}
