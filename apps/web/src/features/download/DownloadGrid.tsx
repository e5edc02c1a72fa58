import type { Quota } from '@kerf/contract/user'
import type { Video } from '@kerf/contract/video'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import { OPTION_FORMATS } from '@kerf/domain/formats/clip-options'
import { writeCrop } from '@kerf/domain/formats/crop'
import type { QualityId } from '@kerf/domain/formats/quality'
import { rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { fittedForm } from '@kerf/domain/sizes/fitted-form'
import { bytesAt, estimateBytes } from '@kerf/domain/sizes/size-estimate'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { toolWords } from '#messages/clips/tool.ts'
import { useDebounced } from '../../browser/use-debounced.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { usePhone } from '../../browser/use-media-query.ts'
import { useOutOfView } from '../../browser/use-out-of-view.ts'
import { useTimeLeft } from '../../data/downloads/countdown.ts'
import { useAtTime } from '../../data/downloads/use-at-time.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { quotaQuery, readSizes } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { aspectOf, type Fit, fitOf } from '../../data/ranges/fit.ts'
import { OptionButton } from './OptionButton.tsx'
import { OptionRow } from './OptionRow.tsx'
import {
  downloadsOf,
  type Fitted,
  type OptionRowFacts,
  type RowAction,
  rowOf,
  type ShownOption,
  unfitWords,
  whyNot,
} from './option-row.ts'
import { effectiveLimit, resetWords, tightestLimit } from './quota-reading.ts'
import type { Downloads } from './use-downloads.ts'
import type { SourceCodecForm } from './use-source-codec.ts'
import './download-grid.css'
import { serverDate } from '../../browser/server-clock.ts'

const words = toolWords.downloads

/** Above what makes Tab scroll the page, which would take the bar away before Tab comes to it. */
export const NEXT_STEP_PLACE = 'next-step'

/** Most people do not come to a limit. */
const loadLimitBand = () => import('./LimitBand.tsx')
const loadMoreFormats = () => import('./MoreFormats.tsx')
/** Few videos have a choice. */
const loadChoosers = () => import('./ClipChoosers.tsx')

export interface DownloadGridProps {
  video: Video
  /** What a clip would be of: the range on the timeline, or several that are joined. */
  ranges: readonly TimeRange[]
  viewer: ViewerKind
  quota: Quota | null
  downloads: Downloads
  rows: readonly OptionRowFacts[]
  /** The option whose button is the next step. */
  nextQuality: QualityId | null
  /** The one row that may be had in two ways. */
  sourceCodec?: SourceCodecForm
  /** What there is besides these rows is offered too. */
  withMore?: boolean
}

/** The options: one row for each quality. */
export function DownloadGrid(props: DownloadGridProps) {
  const { video, ranges, viewer, quota, downloads, rows, nextQuality, sourceCodec, withMore } = props
  const options: readonly ShownOption[] = sourceCodec?.options ?? video.options
  const queryClient = useQueryClient()
  const { error: quotaError } = useQuery(quotaQuery)
  const titleId = useId()
  const bandId = useId()
  const grid = useRef<HTMLUListElement>(null)
  const limit = quota ? tightestLimit(quota) : null
  const effective = effectiveLimit(limit, bandId)
  const band = useLoaded(loadLimitBand, effective && 'limit')
  const more = useLoaded(loadMoreFormats, withMore ? 'more' : null)
  const hasChoice = video.audioTracks.length > 1 || video.captions.length > 0
  const choosers = useLoaded(loadChoosers, hasChoice ? 'choice' : null)
  const usable = options.filter(({ access }) => access === 'allowed')
  // On a phone the others are a screen of their own.
  const phone = usePhone()
  const shown = phone ? [...new Set([...usable, ...options])] : options
  const [best] = usable
  const actionOf = ({ quality }: ShownOption): RowAction =>
    rows.find((row) => row.quality === quality)?.action ?? { kind: 'download' }
  const bytesOf = useClipBytes(video.id, ranges, downloads.choice.fit)
  const { maxBytes } = downloads.choice.fit
  const fittedOf = ({ quality, format }: ShownOption): Fitted | null =>
    maxBytes !== undefined && OPTION_FORMATS.maxBytes.includes(format)
      ? { maxBytes, form: fittedForm(video.options, quality, { seconds: rangesSeconds(ranges), maxBytes }) }
      : null
  const fitting = (action: RowAction, option: ShownOption): RowAction =>
    whyNot(action, unfitWords(fittedOf(option), fitOf(downloads.choice.fit, option.format), ranges))
  const row = (option: ShownOption, action: RowAction, isInGrid: boolean) => (
    <OptionRow
      key={option.label}
      video={video}
      option={option}
      options={options}
      action={fitting(action, option)}
      fitted={fittedOf(option)}
      mine={downloadsOf(option, downloads.list)}
      ranges={ranges}
      bytes={bytesOf(option)}
      aspect={aspectOf(video)}
      viewer={viewer}
      downloads={downloads}
      isNext={isInGrid && option.quality === nextQuality}
      sourceCodec={isInGrid && sourceCodec?.offered?.option.quality === option.quality ? sourceCodec : null}
      limit={effective}
    />
  )
  // Every month begins with a day.
  useAtTime(quota && limit ? Date.parse(quota.resetsAt.daily) : null, () => {
    queryClient.invalidateQueries({ queryKey: queryKeys.quota })
  })
  return (
    <section className="mt-12" aria-labelledby={titleId}>
      {best && (
        <NextStepBar label={best.label} rows={grid}>
          <OptionButton
            option={best}
            options={options}
            action={fitting(actionOf(best), best)}
            downloads={downloads}
            isNext={best.quality === nextQuality}
            limit={effective}
          />
        </NextStepBar>
      )}
      <div className="mb-4 flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <h2 id={titleId} className="text-h3 tracking-[-0.01em]">
          {words.title}
        </h2>
        <p className="text-small/[1.45] text-ink-2">
          {words.sizesFor(shortTimecode(rangesSeconds(ranges)))}
          {quotaError && <> {words.leftUnknown}</>}
          {limit && limit.left > 0 && (
            <> {words.left(limit.left, limit.limit, limit.period === 'daily' ? 'today' : 'this month')}</>
          )}
        </p>
      </div>
      {choosers && <choosers.ClipChoosers video={video} choice={downloads.choice} onChoose={downloads.choose} />}
      {limit && effective && band && (
        <band.LimitBand id={bandId} limit={limit} viewer={viewer}>
          <LimitReset at={limit.resetsAt} />
        </band.LimitBand>
      )}
      <ul className="options rows" ref={grid}>
        {shown.map((option) => row(option, actionOf(option), true))}
      </ul>
      {more && (
        <more.MoreFormats
          video={video}
          ranges={ranges}
          downloads={downloads}
          row={(option, why) => row(option, whyNot(rowOf(option, downloads, ranges), why), false)}
        />
      )}
    </section>
  )
}

/** Counts down in silence: the band around it is read out as a whole whenever something in it changes. */
function LimitReset({ at }: { at: Date }) {
  useTimeLeft(at.getTime())
  return (
    <span role="timer" aria-live="off" translate="no">
      {resetWords(at, serverDate(), LOCALE)}
    </span>
  )
}

/**
 * About how large a clip of these ranges is. Videos are not as large everywhere: where its source has a size index,
 * that is summed up; until then, and elsewhere, the average has to do. null where nobody knows.
 */
function useClipBytes(videoId: string, ranges: readonly TimeRange[], fit: Fit): (option: ShownOption) => number | null {
  const crop = useDebounced(fit.crop && writeCrop(fit.crop), CROP_REST_MS)
  const { data } = useQuery({
    queryKey: queryKeys.sizes(videoId, crop),
    queryFn: ({ signal }) => readSizes(videoId, crop, signal),
    placeholderData: (before) => before,
  })
  return ({ quality, format, bitrate, own }) => {
    // Of MP3s the index knows the usual one.
    const sizeIndex = data?.options.find(
      (sized) => sized.quality === quality && sized.format === format && own?.bitrate === undefined,
    )
    if (data && sizeIndex) return estimateBytes(data, sizeIndex, ranges)
    return bitrate === null ? null : bytesAt(bitrate, ranges)
  }
}

/** Not at every step of a frame that is dragged. */
const CROP_REST_MS = 500

interface NextStepBarProps {
  label: string
  /** Its button. */
  children: ReactNode
  /** The rows that the bar stands in for while they are off the screen. */
  rows: RefObject<HTMLElement | null>
}

/** On a phone the downloads are a long way below the timeline: until they are in view, the best one waits at the thumb, from the start. */
function NextStepBar({ label, rows, children }: NextStepBarProps) {
  const away = useOutOfView(rows)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(NEXT_STEP_PLACE)), [])
  if (!place) return null
  return createPortal(
    <aside className="next-step" aria-label={words.nextStep} hidden={away !== 'below'}>
      <b>{label}</b>
      {children}
    </aside>,
    place,
  )
}
