import { isPaying, type ViewerKind } from '@kerf/domain/access/viewer'
import { rangesSeconds } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { Button, buttonClass, Joined } from '@kerf/ui/Button'
import { useRef, useState } from 'react'
import { proWords } from '#messages/asides.ts'
import { severalWords as words } from '#messages/clips/several.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { isEffective, isFull, withMoved, withoutRange } from '../../../data/ranges/range-list.ts'
import type { Trim } from '../use-trim.ts'
import { RangeRow } from './RangeRow.tsx'
import './several-ranges.css'
import { Band } from '@kerf/ui/Band'
import { LockIcon } from '@kerf/ui/icons/tool-icons'
import { Link } from 'wouter'
import { PAGES } from '../../../data/navigation/pages.ts'

interface SeveralRangesProps {
  trim: Pick<Trim, 'list' | 'changeList' | 'jumpTo'>
  /** null while that is not known. */
  viewer: ViewerKind | null
  /** The handles have been brought to a range of the list. */
  onFollow: () => void
}

/** The ranges that are cut in one go, below the timeline: put in order, changed and removed here. */
export function SeveralRanges({ trim, viewer, onFollow }: SeveralRangesProps) {
  const { list, changeList, jumpTo } = trim
  const { ranges, editing } = list
  const rows = useRef<HTMLOListElement>(null)
  const [announced, setAnnounced] = useState('')
  const paying = viewer !== null && isPaying(viewer)

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
    setAnnounced(words.moved(place + by + 1))
  }
  function remove(place: number): void {
    changeList(withoutRange(list, place))
    setAnnounced(words.removed(place + 1))
    // The keyboard stays in the list while there is one. Rows are keyed by place, so the last of them goes.
    const buttons = rows.current?.querySelectorAll<HTMLElement>('[data-edit]') ?? []
    buttons[Math.min(place, ranges.length - 2)]?.focus()
  }

  return (
    <>
      {viewer !== null && !paying && <ProNote listed={ranges.length > 0} />}
      {ranges.length > 0 && (
        <section className="mt-4" aria-labelledby="ranges-title">
          <div className="ranges-head">
            <h3 id="ranges-title">{words.title}</h3>
            <p role="status" className="flex-[1_1_220px] text-small/[1.45] text-ink-2">
              {isFull(list)
                ? words.full(ranges.length)
                : isEffective(list)
                  ? paying && words.sum(ranges.length, shortTimecode(rangesSeconds(ranges)))
                  : paying && words.one}
              <span className="sr-only"> {announced}</span>
            </p>
            {paying && isEffective(list) && (
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
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; the same range may be in the list twice.
                key={place}
                range={range}
                place={place}
                last={place === ranges.length - 1}
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

/** For those who ask for several ranges without Pro, or whose link lists them. */
function ProNote({ listed }: { listed: boolean }) {
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
        <b>{toolWords.downloadToasts.premium}.</b> {listed ? words.pro.listed : words.pro.text}
      </Band>
    </div>
  )
}
