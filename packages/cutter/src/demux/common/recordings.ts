import { CutterError } from '../../api/cutter-error.ts'
import { KeptStretches } from '../../io/cached-ranges.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { moved, onCommonClock } from './common-clock.ts'
import type { OpenedPart, RecordingSpan, Recordings } from './opened-part.ts'

/** So many opened recordings are kept: each in turn pushes out the one that was not used for longest. */
const KEPT = 32
const KEPT_BYTES = 96 * 1024 * 1024

interface KeptPart {
  part: OpenedPart
  heldBytes: number
}

export class KeptRecordings implements Recordings {
  readonly spans: readonly RecordingSpan[]
  readonly #kept: KeptStretches<KeptPart>
  readonly #first = new Map<number, OpenedPart>()

  /** @param openLocal opens one on its own timeline, which begins at zero */
  constructor(
    spans: readonly RecordingSpan[],
    openLocal: (index: number, options: ReadOptions) => Promise<OpenedPart>,
  ) {
    this.spans = spans
    this.#kept = new KeptStretches(async (index, options) => ({
      part: await openLocal(index, options),
      heldBytes: KEPT_BYTES / KEPT,
    }))
  }

  /** One that is open already, for good. */
  keep(index: number, part: OpenedPart): void {
    this.#first.set(index, part)
  }

  /** On its own timeline. */
  async local(index: number, options: ReadOptions): Promise<OpenedPart> {
    return this.#first.get(index) ?? (await this.#kept.get(index, options)).part
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
 * Puts picture and sound that come apart on one timeline. Where they are joined of several recordings, both are so at the
 * same places, and share the clock of each.
 */
export async function asPair(video: OpenedPart, sound: OpenedPart, options: ReadOptions): Promise<OpenedPart[]> {
  const { recordings: pictures, mainRecording: main = 0 } = video
  const { recordings: sounds } = sound
  if (!pictures && !sounds) {
    return onCommonClock(video, sound)
  }
  if (
    !(pictures instanceof KeptRecordings && sounds instanceof KeptRecordings) ||
    pictures.spans.length !== sounds.spans.length
  ) {
    throw new CutterError('unsupported_media', 'Picture and sound are joined of different recordings.')
  }
  const spans = pictures.spans
  const open = async (index: number, reading: ReadOptions): Promise<OpenedPart[]> => {
    const [local, heard] = await Promise.all([pictures.local(index, reading), sounds.local(index, reading)])
    return onCommonClock(local, heard).map((part) => placedAt(part, spans[index]!.startTime))
  }
  const recordings: Recordings = {
    spans,
    async open(index, reading) {
      const [local, heard] = await open(index, reading)
      return { ...local!, sound: heard!.sound }
    },
  }
  const [local, heard] = await open(main, options)
  const { durationSeconds } = video
  return [
    { ...local!, durationSeconds, recordings },
    { ...heard!, durationSeconds },
  ]
}
