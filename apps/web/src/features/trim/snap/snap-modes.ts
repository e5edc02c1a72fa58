import type { Loudness } from '@kerf/domain/captions/spoken-range'
import type { Chapter } from '@kerf/domain/captions/transcript'
import type { TranscriptWord } from '@kerf/domain/captions/transcript-words'

const SNAP_MODES = ['off', 'seconds', 'frames', 'words', 'silences', 'chapters'] as const
export type SnapMode = (typeof SNAP_MODES)[number]

/** What a video has to snap to. */
export interface SnapSources {
  frameRate: number
  durationSeconds: number
  /** What is said, in the order of its start; null while that is not loaded. */
  spokenWords: readonly TranscriptWord[] | null
  loudness: Loudness | null
  chapters: readonly Chapter[]
}

/** Where a handle stops, and at what. */
export interface SnapPoint {
  seconds: number
  at: 'second' | 'frame' | 'end' | 'word' | 'silence' | 'chapter'
  /** The word, or the title of the chapter. */
  name?: string
}

/** The modes that a video has something for. */
export function offeredModes({
  spokenWords,
  loudness,
  chapters,
}: Pick<SnapSources, 'spokenWords' | 'loudness' | 'chapters'>): SnapMode[] {
  const has: Partial<Record<SnapMode, boolean>> = {
    words: spokenWords !== null && spokenWords.length > 0,
    silences: loudness !== null,
    chapters: chapters.length > 0,
  }
  return SNAP_MODES.filter((mode) => has[mode] ?? true)
}

/** What this browser has stored. An earlier version stored whether handles snap, and they did to seconds. */
export function readMode(stored: string | null): SnapMode {
  return SNAP_MODES.find((mode) => mode === stored) ?? (stored === 'on' ? 'seconds' : 'off')
}
