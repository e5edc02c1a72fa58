import type { Loudness } from '@kerf/domain/captions/spoken-range'
import type { Chapter } from '@kerf/domain/captions/transcript'
import type { TranscriptWord } from '@kerf/domain/captions/transcript-words'

const SNAP_MODES = ['off', 'seconds', 'frames', 'words', 'silences', 'chapters'] as const
export type SnapMode = (typeof SNAP_MODES)[number]

/** Data of a video that handles can snap to. */
export interface SnapSources {
  frameRate: number
  durationSeconds: number
  /** Words of the transcript, ordered by start; null while it is not loaded. */
  spokenWords: readonly TranscriptWord[] | null
  loudness: Loudness | null
  chapters: readonly Chapter[]
}

/** Time that a handle snaps to, and the kind of point that is there. */
export interface SnapPoint {
  seconds: number
  at: 'second' | 'frame' | 'end' | 'word' | 'silence' | 'chapter'
  /** The word, or the title of the chapter. */
  name?: string
}

/** Modes for which the video has data. */
export function offeredModes({
  spokenWords,
  loudness,
  chapters,
}: Pick<SnapSources, 'spokenWords' | 'loudness' | 'chapters'>): SnapMode[] {
  const isOffered: Partial<Record<SnapMode, boolean>> = {
    words: spokenWords !== null && spokenWords.length > 0,
    silences: loudness !== null,
    chapters: chapters.length > 0,
  }
  return SNAP_MODES.filter((mode) => isOffered[mode] ?? true)
}

/** Mode from the browser's storage. The stored value `on` means seconds. */
export function readMode(stored: string | null): SnapMode {
  return SNAP_MODES.find((mode) => mode === stored) ?? (stored === 'on' ? 'seconds' : 'off')
}
