import { unsupportedMedia } from '../../api/cutter-error.ts'
import type { TimeRange } from '../../api/time-range.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { type RecentlyUsed, recentlyUsed } from '../../io/recently-used.ts'
import { shownChapters } from './chapters.ts'
import type { LibraryTrack, OpenedPart, Recordings, TrackAccess } from './opened-part.ts'
import { shiftedTrack } from './shifted-track.ts'
import { movedText } from './text-track.ts'
import { findTimeOrigin } from './time-origin.ts'

/** This many opened recordings are cached; the least recently used one is dropped first. */
const CACHED = 32
const CACHED_BYTES = 96 * 1024 * 1024

export class CachedRecordings implements Recordings {
  readonly spans: readonly TimeRange[]
  readonly #cached: RecentlyUsed<{ part: OpenedPart; heldBytes: number }>
  readonly #first = new Map<number, OpenedPart>()

  /** @param openLocal opens one on its own timeline, which begins at zero */
  constructor(spans: readonly TimeRange[], openLocal: (index: number, options: ReadOptions) => Promise<OpenedPart>) {
    this.spans = spans
    this.#cached = recentlyUsed(async (index, options) => ({
      part: await openLocal(index, options),
      heldBytes: CACHED_BYTES / CACHED,
    }))
  }

  /** One that is open already, for good. */
  keep(index: number, part: OpenedPart): void {
    this.#first.set(index, part)
  }

  /** On its own timeline. */
  async local(index: number, options: ReadOptions): Promise<OpenedPart> {
    return this.#first.get(index) ?? (await this.#cached.get(index, options)).part
  }

  async open(index: number, options: ReadOptions): Promise<OpenedPart> {
    return placedAt(await this.local(index, options), this.spans[index]!.startTime)
  }
}

/** A part that begins so late on the timeline of the whole. */
export function placedAt(part: OpenedPart, startTime: number): OpenedPart {
  return startTime === 0 ? part : moved(part, -startTime)
}

/**
 * Puts video and audio that come apart on one timeline. Where they are joined of several recordings, both are so at the
 * same places, and share the clock of each.
 */
export async function asPair(video: OpenedPart, audio: OpenedPart, options: ReadOptions): Promise<OpenedPart[]> {
  const { recordings: frames, mainRecording: main = 0 } = video
  const { recordings: audioRecordings } = audio
  if (!frames && !audioRecordings) return onCommonClock(video, audio)
  if (
    !(frames instanceof CachedRecordings && audioRecordings instanceof CachedRecordings) ||
    frames.spans.length !== audioRecordings.spans.length
  ) {
    throw unsupportedMedia('Frame and audio are joined of different recordings.')
  }
  const spans = frames.spans
  const open = async (index: number, reading: ReadOptions): Promise<OpenedPart[]> => {
    const [local, localAudio] = await Promise.all([frames.local(index, reading), audioRecordings.local(index, reading)])
    return onCommonClock(local, localAudio).map((part) => placedAt(part, spans[index]!.startTime))
  }
  const recordings: Recordings = {
    spans,
    async open(index, reading) {
      const [local, localAudio] = await open(index, reading)
      return { ...local!, audio: localAudio!.audio }
    },
  }
  const [local, localAudio] = await open(main, options)
  const { durationSeconds } = video
  return [
    { ...local!, durationSeconds, recordings },
    { ...localAudio!, durationSeconds },
  ]
}

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
  const { video, audio, texts, chapters, breaksOffSeconds } = part
  const durationSeconds = part.durationSeconds - bySeconds
  return {
    ...part,
    ...(part.clockSeconds === undefined ? {} : { clockSeconds: part.clockSeconds + bySeconds }),
    durationSeconds,
    ...(breaksOffSeconds === undefined ? {} : { breaksOffSeconds: breaksOffSeconds - bySeconds }),
    ...(texts && { texts: texts.map((text) => movedText(text, bySeconds)) }),
    ...(chapters && { chapters: shownChapters(chapters, bySeconds, durationSeconds) }),
    video: video && { ...video, access: movedAccess(video.access, bySeconds) },
    audio: audio && { ...audio, access: movedAccess(audio.access, bySeconds) },
  }
}

function movedAccess(access: TrackAccess, bySeconds: number): TrackAccess {
  if (access.kind === 'library') {
    const { timescale, open } = access
    const originTicks = Math.round(bySeconds * timescale)
    return { ...access, open: async (options) => movedLibraryTrack(await open(options), originTicks) }
  }
  const { track } = access
  return { ...access, track: shiftedTrack(track, Math.round(bySeconds * track.timescale)) }
}

function movedLibraryTrack(track: LibraryTrack, originTicks: number): LibraryTrack {
  return {
    timescale: track.timescale,
    async bounds(fromTick, toTick) {
      const bounds = await track.bounds(fromTick + originTicks, toTick + originTicks)
      const { firstTick, lastTick } = bounds ?? { firstTick: 0, lastTick: 0 }
      return bounds && { ...bounds, firstTick: firstTick - originTicks, lastTick: lastTick - originTicks }
    },
    async *packets(fromTick, toTick) {
      for await (const packet of track.packets(fromTick + originTicks, toTick + originTicks)) {
        yield { ...packet, pts: packet.pts - originTicks }
      }
    },
  }
}
