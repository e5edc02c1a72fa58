import type { Mark, MarkKind } from '@kerf/domain/marks/mark'
import { replayedParts } from '@kerf/domain/marks/tidy-marks'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { markWords as words } from '#messages/clips/marks.ts'

/** A mark as a row of the list. The most-replayed graph has rows for its peaks only. */
export interface MarkRow {
  /** Identifies the row while further marks arrive. */
  key: string
  mark: Mark
  /** Kind, or title of a chapter. */
  label: string
  /** Label and times. */
  place: string
}

/** Kinds that most people leave out. */
const LEFT_OUT: readonly MarkKind[] = ['sponsor', 'selfpromo', 'interaction']

export const isLeftOutByDefault = ({ mark }: MarkRow): boolean => LEFT_OUT.includes(mark.kind)

/** Rows of a list in the order of their start; chapters come after all other marks. */
export function markRowsOf(marks: readonly Mark[]): MarkRow[] {
  const chapters = marks.filter(({ kind }) => kind === 'chapter')
  const others = marks.filter(({ kind }) => kind !== 'chapter' && kind !== 'most-replayed')
  const parts = [...others, ...replayedParts(marks)].sort((a, b) => a.startTime - b.startTime)
  return [...parts, ...chapters].map((mark, nth) => {
    const label = mark.title ?? words.kinds[mark.kind]
    return {
      key: `${mark.kind} ${mark.startTime} ${mark.endTime} ${mark.kind === 'chapter' ? nth - parts.length : ''}`,
      mark,
      label,
      place: words.place(label, formatTimecode(mark.startTime), formatTimecode(mark.endTime)),
    }
  })
}

/** Kinds of several rows or of submitted segments, which can be left out together, with the number of their rows. */
export function kindsOf(rows: readonly MarkRow[]): [kind: MarkKind, count: number][] {
  const counts = new Map<MarkKind, number>()
  for (const { mark } of rows) if (mark.kind !== 'chapter') counts.set(mark.kind, (counts.get(mark.kind) ?? 0) + 1)
  return [...counts]
}
