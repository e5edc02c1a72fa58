import { OPTION_FORMATS } from '@kerf/domain/formats/clip-options'
import { writeCrop } from '@kerf/domain/formats/crop'
import { rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { fittedForm } from '@kerf/domain/sizes/fitted-form'
import { bytesAt, estimateBytes } from '@kerf/domain/sizes/size-estimate'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useDebounced } from '../../browser/use-debounced.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { useAtTime } from '../../data/downloads/use-at-time.ts'
import { readSizes } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { offeredOption } from '../../data/ranges/clip-form.ts'
import { type Fit, supportedFit } from '../../data/ranges/fit.ts'
import { ActionBar } from './ActionBar.tsx'
import type { DownloadGridProps } from './download-grid-props.ts'
import { buttonAction, OptionButton } from './OptionButton.tsx'
import { OptionSize } from './OptionSize.tsx'
import { blockAction, describeMisfit, type FittedClip, type RowAction, type RowOption, rowOf } from './option-row.ts'
import { describeTooLong, effectiveLimit, tightestLimit } from './quota-reading.ts'
import './download-grid.css'

/** Loads the offer to cut on this device on demand: few clips are too much for a server. */
const loadOnDevice = () => import('./OnDevice.tsx')
/** Loads the choice of forms on demand: most viewers take the form in the bar. */
const loadChoice = () => import('./OptionChoice.tsx')

/** Shows the chosen form in a bar, and all forms once the bar has opened them or a clip exists. */
export function DownloadGrid(props: DownloadGridProps) {
  const { video, ranges, quota, downloads, opened, onOpened, barAction, isPrimary = true, sourceCodec } = props
  const options: readonly RowOption[] = sourceCodec?.options ?? video.options
  const queryClient = useQueryClient()
  const choiceId = useId()
  const limit = quota ? tightestLimit(quota) : null
  const bandId = useId()
  const reachedLimit = effectiveLimit(limit, bandId)
  const opensByItself = downloads.list.length > 0 || reachedLimit !== null
  // The choice opens by itself, but it never closes by itself.
  useEffect(() => {
    if (opensByItself && opened === null) onOpened(true)
  }, [opensByItself, opened, onOpened])
  const isOpen = opened === true
  const choiceModule = useLoaded(loadChoice, isOpen ? 'open' : null)
  // Each month begins with a new day, so the daily reset covers the monthly one.
  useAtTime(quota && limit ? Date.parse(quota.resetsAt.daily) : null, () => {
    queryClient.invalidateQueries({ queryKey: queryKeys.quota })
  })
  const bytesOf = useClipBytes(video.id, ranges, downloads.choice.fit)
  const { maxBytes } = downloads.choice.fit
  const fittedClipOf = ({ quality, format }: RowOption): FittedClip | null =>
    maxBytes !== undefined && OPTION_FORMATS.maxBytes.includes(format)
      ? { maxBytes, form: fittedForm(video.options, quality, { seconds: rangesSeconds(ranges), maxBytes }) }
      : null
  /** Current action of an option's button. */
  const actionOf = (option: RowOption, why?: string): RowAction => {
    const fit = supportedFit(downloads.choice.fit, option.format)
    const reason = why ?? describeTooLong(quota, ranges) ?? describeMisfit(fittedClipOf(option), fit, ranges)
    return blockAction(rowOf(option, downloads, ranges), reason)
  }
  const barOption = offeredOption(options, downloads.form)
  const barButtonProps = barOption && {
    option: barOption,
    options,
    action: actionOf(barOption),
    downloads,
    isPrimary,
    limit: reachedLimit,
  }
  const failedClip = barButtonProps?.action.kind === 'failed' ? barButtonProps.action.download : null
  const tooLongCode = describeTooLong(quota, ranges) === undefined ? null : 'clip_too_long'
  const limitCode = reachedLimit?.code ?? tooLongCode ?? failedClip?.code ?? downloads.refusedCode
  const deviceModule = useLoaded(loadOnDevice, video.source === 'media' ? limitCode : null)
  useEffect(() => {
    barAction.current = barButtonProps ? buttonAction(barButtonProps) : null
  })

  function toggle(): void {
    onOpened(!isOpen)
    if (!isOpen) requestAnimationFrame(() => document.getElementById(choiceId)?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <>
      {barButtonProps && (
        <ActionBar
          label={barButtonProps.option.label}
          size={
            <OptionSize
              option={barButtonProps.option}
              bytes={bytesOf(barButtonProps.option)}
              fitted={fittedClipOf(barButtonProps.option)}
              isShort
            />
          }
          isOpen={isOpen}
          onOpen={toggle}
          choiceId={choiceId}
        >
          <OptionButton {...barButtonProps} />
        </ActionBar>
      )}
      {deviceModule && <deviceModule.OnDevice link={video.url} ranges={ranges} code={limitCode} />}
      <div id={choiceId} className="option-choice" hidden={!isOpen && barOption !== undefined}>
        {choiceModule && (
          <choiceModule.OptionChoice
            {...props}
            options={options}
            actionOf={actionOf}
            bytesOf={bytesOf}
            fittedClipOf={fittedClipOf}
            limit={limit}
            reachedLimit={reachedLimit}
          />
        )}
      </div>
    </>
  )
}

/**
 * Estimates the bytes of a clip of these ranges from the size index of the video. Until the index is loaded, and where
 * the source has none, the average bitrate is used. Returns null where both are unknown.
 */
function useClipBytes(videoId: string, ranges: readonly TimeRange[], fit: Fit): (option: RowOption) => number | null {
  const crop = useDebounced(fit.crop && writeCrop(fit.crop), CROP_DEBOUNCE_MILLISECONDS)
  const { data } = useQuery({
    queryKey: queryKeys.sizes(videoId, crop),
    queryFn: ({ signal }) => readSizes(videoId, crop, signal),
    placeholderData: (previousData) => previousData,
  })
  return ({ quality, format, bitrate, own }) => {
    // The index covers MP3s of the usual bitrate only.
    const sizeIndex = data?.options.find(
      (entry) => entry.quality === quality && entry.format === format && own?.bitrate === undefined,
    )
    if (data && sizeIndex) return estimateBytes(data, sizeIndex, ranges)
    return bitrate === null ? null : bytesAt(bitrate, ranges)
  }
}

/** Time without a change of the crop before its sizes are requested. */
const CROP_DEBOUNCE_MILLISECONDS = 500
