import type { OpenedPart, TrackAccess } from './opened-part.ts'
import { ShiftedTrack } from './shifted-track.ts'
import { findTimeOrigin } from './time-origin.ts'

/** Where clocks are further apart they are none that both go by: no film's sound begins so late. */
const LARGEST_DIFFERENCE_SECONDS = 10

/** Puts picture and sound that come apart, but by one clock, on one timeline: neither need begin when the other does. */
export function onCommonClock(video: OpenedPart, sound: OpenedPart): OpenedPart[] {
  if (video.clockSeconds === undefined || sound.clockSeconds === undefined) {
    return [video, sound]
  }
  if (Math.abs(video.clockSeconds - sound.clockSeconds) > LARGEST_DIFFERENCE_SECONDS) {
    return [video, sound]
  }
  const origin = findTimeOrigin(video.clockSeconds, sound.clockSeconds)
  return [moved(video, origin - video.clockSeconds), moved(sound, origin - sound.clockSeconds)]
}

export function moved(part: OpenedPart, bySeconds: number): OpenedPart {
  const { video, sound } = part
  return {
    ...part,
    durationSeconds: part.durationSeconds - bySeconds,
    video: video && { ...video, access: movedAccess(video.access, bySeconds) },
    sound: sound && { ...sound, access: movedAccess(sound.access, bySeconds) },
  }
}

function movedAccess(access: TrackAccess, bySeconds: number): TrackAccess {
  if (access.kind === 'library') {
    return access
  }
  const { track } = access
  return { ...access, track: new ShiftedTrack(track, Math.round(bySeconds * track.timescale)) }
}
