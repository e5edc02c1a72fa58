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
import { type Fit, fitOf } from '../../data/ranges/fit.ts'
import { ActionBar } from './ActionBar.tsx'
import type { DownloadGridProps } from './download-grid-props.ts'
import { OptionButton } from './OptionButton.tsx'
import { OptionSize } from './OptionSize.tsx'
import { type Fitted, type RowAction, rowOf, type ShownOption, unfitWords, whyNot } from './option-row.ts'
import { effectiveLimit, tightestLimit } from './quota-reading.ts'
import './download-grid.css'

/** Most people take the form that the bar offers. */
const loadChoice = () => import('./OptionChoice.tsx')

/** The form that is chosen, in a bar; and all forms, once the bar has opened them or there is a clip. */
export function DownloadGrid(props: DownloadGridProps) {
  const { video, ranges, quota, downloads, opened, onOpened, isPrimary = true, sourceCodec } = props
  const options: readonly ShownOption[] = sourceCodec?.options ?? video.options
  const queryClient = useQueryClient()
  const choiceId = useId()
  const limit = quota ? tightestLimit(quota) : null
  const bandId = useId()
  const effective = effectiveLimit(limit, bandId)
  const opensItself = downloads.list.length > 0 || effective !== null
  // It never closes by itself.
  useEffect(() => {
    if (opensItself && opened === null) onOpened(true)
  }, [opensItself, opened, onOpened])
  const isOpen = opened === true
  const choice = useLoaded(loadChoice, isOpen ? 'open' : null)
  // Every month begins with a day.
  useAtTime(quota && limit ? Date.parse(quota.resetsAt.daily) : null, () => {
    queryClient.invalidateQueries({ queryKey: queryKeys.quota })
  })
  const bytesOf = useClipBytes(video.id, ranges, downloads.choice.fit)
  const { maxBytes } = downloads.choice.fit
  const fittedOf = ({ quality, format }: ShownOption): Fitted | null =>
    maxBytes !== undefined && OPTION_FORMATS.maxBytes.includes(format)
      ? { maxBytes, form: fittedForm(video.options, quality, { seconds: rangesSeconds(ranges), maxBytes }) }
      : null
  /** The present action of an option's button. */
  const actionOf = (option: ShownOption, why?: string): RowAction => {
    const fit = fitOf(downloads.choice.fit, option.format)
    return whyNot(whyNot(rowOf(option, downloads, ranges), why), unfitWords(fittedOf(option), fit, ranges))
  }
  const inBar = offeredOption(options, downloads.form)

  function toggle(): void {
    onOpened(!isOpen)
    if (!isOpen) requestAnimationFrame(() => document.getElementById(choiceId)?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <>
      {inBar && (
        <ActionBar
          label={inBar.label}
          size={<OptionSize option={inBar} bytes={bytesOf(inBar)} fitted={fittedOf(inBar)} isShort />}
          isOpen={isOpen}
          onOpen={toggle}
          choiceId={choiceId}
        >
          <OptionButton
            option={inBar}
            options={options}
            action={actionOf(inBar)}
            downloads={downloads}
            isPrimary={isPrimary}
            limit={effective}
          />
        </ActionBar>
      )}
      <div id={choiceId} className="option-choice" hidden={!isOpen && inBar !== undefined}>
        {choice && (
          <choice.OptionChoice
            {...props}
            options={options}
            actionOf={actionOf}
            bytesOf={bytesOf}
            fittedOf={fittedOf}
            limit={limit}
            effective={effective}
          />
        )}
      </div>
    </>
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
