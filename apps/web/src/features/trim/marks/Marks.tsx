import type { Video } from '@kerf/contract/video'
import type { Mark } from '@kerf/domain/marks/mark'
import { Fold } from '@kerf/ui/Fold'
import { memo } from 'react'
import { markWords as words } from '#messages/clips/marks.ts'
import { secondsToX, type TimelineLayout } from '../drawing/timeline-view.ts'
import { MarksPanel, type MarksPanelProps } from './MarksPanel.tsx'
import { kindsOf, markRowsOf } from './mark-rows.ts'
import { useMarks } from './use-marks.ts'

/**
 * Fold with the marks of a video and its silences, each of which a clip can leave out. A video with nothing but
 * chapters and silences has no fold of its own: `MarksBelow` shows them among the tools that few viewers use.
 */
export function MarksFold(props: MarksPanelProps) {
  const { marks } = useMarks(props.video)
  if (!marks.some(isFromOutside)) return null
  const counts = kindsOf(markRowsOf(marks)).map(([kind, count]) => words.ofKind(words.kinds[kind], count))
  return (
    <Fold title={words.title} summary={counts.length > 0 ? counts.join(' · ') : undefined}>
      <MarksPanel {...props} />
    </Fold>
  )
}

const isFromOutside = ({ kind }: Mark): boolean => kind !== 'chapter'

/** Chapters and silences of a video without other marks. */
export function MarksBelow(props: MarksPanelProps) {
  const { marks } = useMarks(props.video)
  return marks.some(isFromOutside) ? null : (
    <div className="marks-below">
      <MarksPanel {...props} />
    </div>
  )
}

interface MarksLayerProps {
  video: Video
  layout: TimelineLayout
}

/** The most-replayed graph and the submitted segments on a timeline. The list has the same marks as text. */
export const MarksLayer = memo(function MarksLayer({ video, layout }: MarksLayerProps) {
  const { marks } = useMarks(video)
  const graph = graphPath(marks, layout)
  const segments = marks.filter(({ kind }) => kind !== 'chapter' && kind !== 'most-replayed')
  return (
    <div className="marks-layer" aria-hidden="true">
      {graph && (
        <svg aria-hidden="true" viewBox={`0 0 ${layout.widthPx} 100`} preserveAspectRatio="none">
          <path d={graph} />
          <path d={graph} />
        </svg>
      )}
      {segments.map(({ kind, startTime, endTime }) => {
        const left = secondsToX(startTime, layout)
        const right = secondsToX(endTime, layout)
        if (right < 0 || left > layout.widthPx) return null
        return <b key={`${kind} ${startTime} ${endTime}`} data-kind={kind} style={{ left, width: right - left }} />
      })}
    </div>
  )
})

/** Outline of the graph, 100 units high, through the middle of each step; null without a graph in view. */
export function graphPath(marks: readonly Mark[], layout: TimelineLayout): string | null {
  const steps = marks.filter(({ kind }) => kind === 'most-replayed')
  const first = steps[0]
  const last = steps.at(-1)
  if (!first || !last || layout.widthPx <= 0) return null
  const xOf = (seconds: number): string => secondsToX(seconds, layout).toFixed(1)
  const yOf = (weight = 0): string => (100 - 92 * weight).toFixed(1)
  const middle = ({ startTime, endTime }: Mark): number => (startTime + endTime) / 2
  const points = [
    `${xOf(first.startTime)} 100`,
    `${xOf(first.startTime)} ${yOf(first.weight)}`,
    ...steps.map((step) => `${xOf(middle(step))} ${yOf(step.weight)}`),
    `${xOf(last.endTime)} ${yOf(last.weight)}`,
    `${xOf(last.endTime)} 100`,
  ]
  return `M${points.join('L')}Z`
}
