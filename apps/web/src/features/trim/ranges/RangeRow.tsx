import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { Button, IconButton } from '@kerf/ui/Button'
import { ArrowDownIcon, ArrowUpIcon } from '@kerf/ui/icons/list-icons'
import { CloseIcon } from '@kerf/ui/icons/tool-icons'
import { useEffect, useRef } from 'react'
import { severalWords as words } from '#messages/clips/several.ts'

interface RangeRowProps {
  range: TimeRange
  place: number
  isLast: boolean
  /** Whether the handles change this range. */
  editing: boolean
  onEdit: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

const exactTimecode = (seconds: number): string => formatTimecode(seconds, 3)

export function RangeRow({ range, place, isLast, editing, onEdit, onMove, onRemove }: RangeRowProps) {
  const number = place + 1
  const row = useRef<HTMLLIElement>(null)
  const moveDirection = useRef<-1 | 1 | null>(null)
  function move(by: -1 | 1): void {
    moveDirection.current = by
    onMove(by)
  }
  // The focus moves with the range, so that the same button can be pressed again.
  useEffect(() => {
    const by = moveDirection.current
    moveDirection.current = null
    if (by === null) return
    const neighbour = by === 1 ? row.current?.nextElementSibling : row.current?.previousElementSibling
    neighbour?.querySelector<HTMLElement>(`[data-move="${by}"]`)?.focus()
  })
  return (
    <li ref={row} className="range-row" data-editing={editing || undefined} aria-label={words.place(number)}>
      <span className="time text-small text-ink-2" aria-hidden="true">
        {number}
      </span>
      <p className="flex flex-wrap gap-x-5 text-[0.9375rem]/normal">
        <span className="time">{words.range(exactTimecode(range.startTime), exactTimecode(range.endTime))}</span>
        <span className="time text-ink-2">{exactTimecode(range.endTime - range.startTime)}</span>
      </p>
      <div className="joined">
        <Button
          variant={editing ? 'ink' : 'paper'}
          size="small"
          data-edit
          aria-label={editing ? words.donePlace(number) : words.editPlace(number)}
          onClick={onEdit}
        >
          {editing ? words.done : words.edit}
        </Button>
        <IconButton
          variant="paper"
          data-move="-1"
          label={words.earlier(number)}
          icon={<ArrowUpIcon />}
          aria-disabled={place === 0}
          onClick={() => place > 0 && move(-1)}
        />
        <IconButton
          variant="paper"
          data-move="1"
          label={words.later(number)}
          icon={<ArrowDownIcon />}
          aria-disabled={isLast}
          onClick={() => !isLast && move(1)}
        />
        <IconButton variant="paper" label={words.remove(number)} icon={<CloseIcon />} onClick={onRemove} />
      </div>
    </li>
  )
}
