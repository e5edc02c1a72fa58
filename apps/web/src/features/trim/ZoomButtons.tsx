import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { Button, IconButton, Joined } from '@kerf/ui/Button'
import { ZoomInIcon, ZoomOutIcon } from '@kerf/ui/icons/tool-icons'
import { Tooltip } from '@kerf/ui/Tooltip'
import { toolWords } from '#messages/clips/tool.ts'
import { isWhole, rangeView, type View, wholeView, zoomedView } from './drawing/timeline-view.ts'

interface ZoomButtonsProps {
  view: View
  range: TimeRange
  durationSeconds: number
  onViewChange: (view: View) => void
}

const words = toolWords.trim

export function ZoomButtons({ view, range, durationSeconds, onViewChange }: ZoomButtonsProps) {
  const toRange = rangeView(range, durationSeconds)
  const isWholeVideo = isWhole(view, durationSeconds)
  const isAtRange = !isWholeVideo && isSameView(view, toRange)
  const zoom = (factor: number): void => {
    const middle = (view.fromSeconds + view.toSeconds) / 2
    onViewChange(zoomedView(view, factor, middle, durationSeconds))
  }
  return (
    <Joined aria-label={words.zoom}>
      <Button
        variant="quiet"
        size="small"
        aria-pressed={isWholeVideo}
        onClick={() => onViewChange(wholeView(durationSeconds))}
      >
        {words.zoomWhole}
      </Button>
      <Button variant="quiet" size="small" aria-pressed={isAtRange} onClick={() => onViewChange(toRange)}>
        {words.zoomRange}
      </Button>
      <Tooltip text={words.zoomOut}>
        <IconButton label={words.zoomOut} icon={<ZoomOutIcon />} onClick={() => zoom(2)} />
      </Tooltip>
      <Tooltip text={words.zoomIn}>
        <IconButton label={words.zoomIn} icon={<ZoomInIcon />} onClick={() => zoom(0.5)} />
      </Tooltip>
    </Joined>
  )
}

function isSameView(a: View, b: View): boolean {
  return Math.abs(a.fromSeconds - b.fromSeconds) < 0.001 && Math.abs(a.toSeconds - b.toSeconds) < 0.001
}
