import type { SnapSources } from './snap-points.ts'

export const SNAP_MODES = ['off', 'seconds', 'frames', 'words', 'silences', 'chapters'] as const
export type SnapMode = (typeof SNAP_MODES)[number]

/** The modes that a video has something for. */
export function offeredModes({
  words,
  loudness,
  chapters,
}: Pick<SnapSources, 'words' | 'loudness' | 'chapters'>): SnapMode[] {
  const has: Partial<Record<SnapMode, boolean>> = {
    words: words !== null && words.length > 0,
    silences: loudness !== null,
    chapters: chapters.length > 0,
  }
  return SNAP_MODES.filter((mode) => has[mode] ?? true)
}

/** What this browser has stored. An earlier version stored whether handles snap, and they did to seconds. */
export function readMode(stored: string | null): SnapMode {
  return SNAP_MODES.find((mode) => mode === stored) ?? (stored === 'on' ? 'seconds' : 'off')
}
