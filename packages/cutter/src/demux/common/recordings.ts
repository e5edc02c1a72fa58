import { unsupportedMedia } from '../../api/cutter-error.ts'
import type { TimeRange } from '../../api/time-range.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { createRecentlyUsedCache, type RecentlyUsedCache } from '../../io/recently-used.ts'
import { chaptersOnTimeline } from './chapters.ts'
import type { LibraryTrack, OpenedPart, Recordings, TrackAccess } from './opened-part.ts'
import { shiftedTrack } from './shifted-track.ts'
import { movedText } from './text-track.ts'
import { findTimeOrigin } from './time-origin.ts'

/** Number of opened recordings that stay cached. The least recently used recording is dropped first. */
const MAX_CACHED = 32
/** Size limit of the cache. Each recording counts as an equal share of it. */
const CACHED_BYTES = 96 * 1024 * 1024

export class CachedRecordings implements Recordings {
  readonly spans: readonly TimeRange[]
  readonly #cache: RecentlyUsedCache<{ part: OpenedPart; memoryBytes: number }>
  readonly #permanentParts = new Map<number, OpenedPart>()

  /** @param openLocal opens a recording on its own timeline, which begins at zero */
  constructor(spans: readonly TimeRange[], openLocal: (index: number, options: ReadOptions) => Promise<OpenedPart>) {
    this.spans = spans
    this.#cache = createRecentlyUsedCache(async (index, options) => ({
      part: await openLocal(index, options),
      memoryBytes: CACHED_BYTES / MAX_CACHED,
    }))
  }

  /** Stores an open recording, which is never dropped. */
  keep(index: number, part: OpenedPart): void {
    this.#permanentParts.set(index, part)
  }

  /** Opens a recording on its own timeline. */
  async openLocal(index: number, options: ReadOptions): Promise<OpenedPart> {
    return this.#permanentParts.get(index) ?? (await this.#cache.get(index, options)).part
  }

  async open(index: number, options: ReadOptions): Promise<OpenedPart> {
    return partStartingAt(await this.openLocal(index, options), this.spans[index]!.startTime)
  }
}

/** Moves a part so that it begins at `startTime` on the timeline of the whole media. */
export function partStartingAt(part: OpenedPart, startTime: number): OpenedPart {
  return startTime === 0 ? part : movedPart(part, -startTime)
}

/**
 * Puts separate video and audio on one timeline. If both join several recordings, the two tracks of each recording
 * share a clock.
 * @throws CutterError unsupported_media if they do not join the same number of recordings
 */
export async function pairOnOneTimeline(
  video: OpenedPart,
  audio: OpenedPart,
  options: ReadOptions,
): Promise<OpenedPart[]> {
  const { recordings: videoRecordings, mainRecording = 0 } = video
  const { recordings: audioRecordings } = audio
  if (!videoRecordings && !audioRecordings) return onCommonClock(video, audio)
  if (
    !(videoRecordings instanceof CachedRecordings && audioRecordings instanceof CachedRecordings) ||
    videoRecordings.spans.length !== audioRecordings.spans.length
  ) {
    throw unsupportedMedia('Frame and audio are joined of different recordings.')
  }
  const spans = videoRecordings.spans
  const open = async (index: number, reading: ReadOptions): Promise<OpenedPart[]> => {
    const [videoPart, audioPart] = await Promise.all([
      videoRecordings.openLocal(index, reading),
      audioRecordings.openLocal(index, reading),
    ])
    return onCommonClock(videoPart, audioPart).map((part) => partStartingAt(part, spans[index]!.startTime))
  }
  const recordings: Recordings = {
    spans,
    async open(index, reading) {
      const [videoPart, audioPart] = await open(index, reading)
      return { ...videoPart!, audio: audioPart!.audio }
    },
  }
  const [videoPart, audioPart] = await open(mainRecording, options)
  const { durationSeconds } = video
  return [
    { ...videoPart!, durationSeconds, recordings },
    { ...audioPart!, durationSeconds },
  ]
}

/** Largest difference of two starts on one common clock. Larger differences mean separate clocks. */
const MAX_START_DIFFERENCE_SECONDS = 10

/** Puts separate video and audio on one timeline by their common clock, because they may begin at different times. */
export function onCommonClock(video: OpenedPart, audio: OpenedPart): OpenedPart[] {
  if (video.clockSeconds === undefined || audio.clockSeconds === undefined) return [video, audio]
  if (Math.abs(video.clockSeconds - audio.clockSeconds) > MAX_START_DIFFERENCE_SECONDS) return [video, audio]
  const origin = findTimeOrigin(video.clockSeconds, audio.clockSeconds)
  return [movedPart(video, origin - video.clockSeconds), movedPart(audio, origin - audio.clockSeconds)]
}

/** Moves a part to an earlier time on its timeline, by `bySeconds`; to a later time if it is negative. */
export function movedPart(part: OpenedPart, bySeconds: number): OpenedPart {
  const { video, audio, texts, chapters, breaksOffSeconds } = part
  const durationSeconds = part.durationSeconds - bySeconds
  return {
    ...part,
    ...(part.clockSeconds === undefined ? {} : { clockSeconds: part.clockSeconds + bySeconds }),
    durationSeconds,
    ...(breaksOffSeconds === undefined ? {} : { breaksOffSeconds: breaksOffSeconds - bySeconds }),
    ...(texts && { texts: texts.map((text) => movedText(text, bySeconds)) }),
    ...(chapters && { chapters: chaptersOnTimeline(chapters, bySeconds, durationSeconds) }),
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
