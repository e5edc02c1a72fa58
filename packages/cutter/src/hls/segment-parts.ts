import type { StreamState } from '../demux/ts/demux-stretch.ts'
import type { CutSound } from '../demux/ts/sound-across.ts'
import { isPlaced } from '../demux/ts/sound-frames.ts'
import type { TsLayout } from '../demux/ts/ts-layout.ts'
import { LARGEST_SEGMENT_BYTES } from './playlist-layout.ts'

/** Parts of one segment at most; the last of them goes on to its end, where there may be sound across it. */
export const PARTS_OF_SEGMENT = 32

/** A place in a playlist: the number of a segment and, behind the point, how far in it something begins. */
export function placeOf(segment: number, from: number): number {
  return segment + from / LARGEST_SEGMENT_BYTES
}

export function segmentOf(place: number): number {
  return Math.floor(place)
}

/** What was read of a segment in one go, or will be. */
export interface SegmentPart {
  readonly key: number
  readonly segment: number
  /** Where in the segment it begins. */
  readonly from: number
  /** null until it was read. */
  found: FoundPart | null
  /** For one that goes on where another ended: what that one knew. */
  before: PartBefore | null
}

export interface PartBefore {
  sizeBytes: number
  /** Up to when it showed pictures (or let hear sound). */
  reachedSeconds: number
  /** How the packets of a transport stream go on. */
  layout?: TsLayout
  /** What goes on from packet to packet of one. */
  state?: StreamState
  /** For the part behind a segment's last byte: what of its sound ends in the next segment. */
  cutSound?: CutSound
  /** When, by the clocks of an MP4's tracks, what has no time of its own goes on. */
  continuesAt?: { video: number; sound: number }
}

export interface FoundPart {
  /** Where the next part begins; null: it goes to the end of the segment. */
  end: number | null
  /** It goes to the end of the segment, and sound across that end is a part of its own. */
  hasSoundAcross?: boolean
  /** How far was read for it. */
  readTo: number
  sizeBytes: number
  /** When the earliest picture in it is shown, and the earliest sound heard; null: there is none. */
  earliest: { video: number | null; sound: number | null }
  /** When the first picture that stands by itself in it is shown, and its first sound heard; null: there is none. */
  begins: { video: number | null; sound: number | null }
}

/** The parts in which segments were read. Those of one segment may overlap: one that begins too late is read again from earlier on. */
export class SegmentParts {
  readonly #parts = new Map<number, SegmentPart[]>()

  at(place: number): SegmentPart {
    const segment = segmentOf(place)
    const from = Math.round((place - segment) * LARGEST_SEGMENT_BYTES)
    return this.#parts.get(segment)?.findLast((part) => part.from === from) ?? this.#add(segment, from, null)
  }

  #add(segment: number, from: number, before: PartBefore | null): SegmentPart {
    const all = this.#parts.get(segment) ?? []
    const part = { key: segment * PARTS_OF_SEGMENT + all.length, segment, from, found: null, before }
    this.#parts.set(segment, [...all, part])
    return part
  }

  /**
   * Tells of a part that it goes on where another ended. What is in one is the same whenever it is read, and the first to tell is right,
   * but for one thing: whoever began in the middle may not know when the sound is heard that goes on there. From those who do know
   * another part begins at that place; what was planned from the first still finds it.
   */
  continueAt(place: number, before: PartBefore): void {
    const part = this.at(place)
    if (!part.found) {
      part.before ??= before
    }
    if (!knowsSound(part) && knowsSound({ ...part, before }) && this.maySplit(part.segment)) {
      this.#add(part.segment, part.from, before)
    }
  }

  ofKey(key: number): SegmentPart {
    return this.#parts.get(Math.floor(key / PARTS_OF_SEGMENT))![key % PARTS_OF_SEGMENT]!
  }

  /** Those that were read. */
  of(segment: number): (SegmentPart & { found: FoundPart })[] {
    return (this.#parts.get(segment) ?? []).filter((part) => part.found !== null) as (SegmentPart & {
      found: FoundPart
    })[]
  }

  /** Whether there may be more parts: those for the whole segment, its rest, and what is across its end, must always find room. */
  maySplit(segment: number): boolean {
    return (this.#parts.get(segment)?.length ?? 0) < PARTS_OF_SEGMENT - 3
  }
}

/** Whether all sound that it takes to be heard in a part is known to be heard when. */
function knowsSound({ before }: SegmentPart): boolean {
  return before !== null && (!before.state?.sound || isPlaced(before.state.sound))
}
