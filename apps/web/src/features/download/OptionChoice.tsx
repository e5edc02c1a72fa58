import { rangesSeconds } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { serverDate } from '../../browser/server-clock.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { useTimeLeft } from '../../data/downloads/countdown.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { quotaQuery } from '../../data/queries/calls.ts'
import { aspectOf } from '../../data/ranges/fit.ts'
import type { DownloadGridProps } from './download-grid-props.ts'
import { MoreFormats } from './MoreFormats.tsx'
import { OptionRow } from './OptionRow.tsx'
import { downloadsOf, type FittedClip, type RowAction, type RowOption } from './option-row.ts'
import { describeReset, type EffectiveLimit, type QuotaReading } from './quota-reading.ts'

interface OptionChoiceProps extends DownloadGridProps {
  options: readonly RowOption[]
  /** Action of an option. `why` is the reason for which the option offers nothing. */
  actionOf: (option: RowOption, why?: string) => RowAction
  bytesOf: (option: RowOption) => number | null
  fittedClipOf: (option: RowOption) => FittedClip | null
  limit: QuotaReading | null
  reachedLimit: EffectiveLimit | null
}

const words = toolWords.downloads

/** Loads the band on demand: most viewers do not reach a limit. */
const loadLimitBand = () => import('./LimitBand.tsx')
/** Loads the choosers on demand: few videos have a choice. */
const loadChoosers = () => import('./ClipChoosers.tsx')

/** All forms of a clip: one row for each quality, the usable ones first. */
export function OptionChoice(props: OptionChoiceProps) {
  const { video, ranges, viewer, downloads, options, sourceCodec, withMore, limit, reachedLimit } = props
  const { error: quotaError } = useQuery(quotaQuery)
  const titleId = useId()
  const bandModule = useLoaded(loadLimitBand, reachedLimit && 'limit')
  const hasChoice = video.audioTracks.length > 1 || video.captions.length > 0
  const choosersModule = useLoaded(loadChoosers, hasChoice ? 'choice' : null)
  const usableOptions = options.filter(({ access }) => access === 'allowed')
  const renderRow = (option: RowOption, isInGrid: boolean, why?: string) => (
    <OptionRow
      key={option.label}
      video={video}
      option={option}
      options={options}
      action={props.actionOf(option, why)}
      fitted={props.fittedClipOf(option)}
      optionDownloads={downloadsOf(option, downloads.list)}
      ranges={ranges}
      bytes={props.bytesOf(option)}
      aspect={aspectOf(video)}
      viewer={viewer}
      downloads={downloads}
      sourceCodec={isInGrid && sourceCodec?.offer?.option.quality === option.quality ? sourceCodec : null}
      limit={reachedLimit}
    />
  )
  return (
    <section className="mt-8" aria-labelledby={titleId}>
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
      {choosersModule && (
        <choosersModule.ClipChoosers video={video} choice={downloads.choice} onChoose={downloads.choose} />
      )}
      {limit && reachedLimit && bandModule && (
        <bandModule.LimitBand id={reachedLimit.bandId} limit={limit} viewer={viewer}>
          <LimitReset at={limit.resetsAt} />
        </bandModule.LimitBand>
      )}
      <ul className="options rows">
        {[...new Set([...usableOptions, ...options])].map((option) => renderRow(option, true))}
      </ul>
      {withMore && (
        <MoreFormats
          video={video}
          ranges={ranges}
          downloads={downloads}
          row={(option, why) => renderRow(option, false, why)}
        />
      )}
    </section>
  )
}

/** Countdown without announcements: screen readers would read the whole band at each of its changes. */
function LimitReset({ at }: { at: Date }) {
  useTimeLeft(at.getTime())
  return (
    <span role="timer" aria-live="off" translate="no">
      {describeReset(at, serverDate(), LOCALE)}
    </span>
  )
}
