import { isPaying, type ViewerKind } from '@kerf/domain/access/viewer'
import { rangesSeconds } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { Button, buttonClass, Joined } from '@kerf/ui/Button'
import { useRef, useState } from 'react'
import { proWords } from '#messages/asides.ts'
import { severalWords as words } from '#messages/clips/several.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { isEffective, isRangeListFull, withMoved, withoutRange } from '../../../data/ranges/range-list.ts'
import type { TrimState } from '../use-trim-state.ts'
import { RangeRow } from './RangeRow.tsx'
import './several-ranges.css'
import { Band } from '@kerf/ui/Band'
import { LockIcon } from '@kerf/ui/icons/tool-icons'
import { Link } from 'wouter'
import { PAGES } from '../../../data/navigation/pages.ts'

interface SeveralRangesProps {
  trim: Pick<TrimState, 'list' | 'changeList' | 'jumpTo'>
  /** null while the kind of viewer is unknown. */
  viewer: ViewerKind | null
  /** Whether each range can become a clip of its own. */
  maySeparate?: boolean
  /** Called when the handles have moved to a range of the list. */
  onFollow: () => void
}

/** List of the ranges that are cut together. Each can be moved in the list, edited and removed. */
export function SeveralRanges({ trim, viewer, maySeparate = true, onFollow }: SeveralRangesProps) {
  const { list, changeList, jumpTo } = trim
  const { ranges, editing } = list
  const rows = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const isPayingViewer = viewer !== null && isPaying(viewer)

  function edit(place: number): void {
    if (editing === place) {
      changeList({ ...list, editing: null })
      return
    }
    const range = ranges[place]
    if (!range) return
    jumpTo(range)
    changeList({ ...list, editing: place })
    onFollow()
  }
  function move(place: number, by: -1 | 1): void {
    changeList(withMoved(list, place, by))
    setAnnouncement(words.moved(place + by + 1))
  }
  function remove(place: number): void {
    changeList(withoutRange(list, place))
    setAnnouncement(words.removed(place + 1))
    // The focus stays in the list. Rows are keyed by place, so React removes the last row.
    const buttons = rows.current?.querySelectorAll<HTMLElement>('[data-edit]') ?? []
    buttons[Math.min(place, ranges.length - 2)]?.focus()
  }

  return (
    <>
      {viewer !== null && !isPayingViewer && <ProNote hasRanges={ranges.length > 0} />}
      {ranges.length > 0 && (
        <section className="mt-4" aria-labelledby="ranges-title">
          <div className="ranges-head">
            <h3 id="ranges-title">{words.title}</h3>
            <p role="status" className="flex-[1_1_220px] text-small/[1.45] text-ink-2">
              {isRangeListFull(list)
                ? words.full(ranges.length)
                : isEffective(list)
                  ? isPayingViewer && words.sum(ranges.length, shortTimecode(rangesSeconds(ranges)))
                  : isPayingViewer && words.one}
              <span className="sr-only"> {announcement}</span>
            </p>
            {maySeparate && isPayingViewer && isEffective(list) && (
              <Joined aria-label={words.as}>
                {[false, true].map((separate) => (
                  <Button
                    key={String(separate)}
                    variant="quiet"
                    size="small"
                    aria-pressed={list.separate === separate}
                    onClick={() => changeList({ ...list, separate })}
                  >
                    {separate ? words.separate : words.joined}
                  </Button>
                ))}
              </Joined>
            )}
          </div>
          <ol ref={rows} className="rows" aria-label={words.list}>
            {ranges.map((range, place) => (
              <RangeRow
                // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies a row; ranges may repeat.
                key={place}
                range={range}
                place={place}
                isLast={place === ranges.length - 1}
                editing={editing === place}
                onEdit={() => edit(place)}
                onMove={(by) => move(place, by)}
                onRemove={() => remove(place)}
              />
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

/** Note for a viewer without Pro who adds a range, or whose link lists ranges. */
function ProNote({ hasRanges }: { hasRanges: boolean }) {
  return (
    <div className="mt-3">
      <Band
        icon={<LockIcon />}
        action={
          <Link href={PAGES.subscription.path} className={buttonClass({ variant: 'quiet' })}>
            {proWords.plans}
          </Link>
        }
      >
        <b>{toolWords.downloadToasts.premium}.</b> {hasRanges ? words.pro.listed : words.pro.text}
      </Band>
    </div>
  )
}
