import type { Video } from '@kerf/contract/video'
import { animationRate } from '@kerf/domain/formats/animation-rate'
import { USUAL_ANIMATION } from '@kerf/domain/formats/clip-format'
import { ANIMATION_WIDTH_BOUNDS, FRAME_RATE_BOUNDS } from '@kerf/domain/formats/clip-options'
import type { QualityId } from '@kerf/domain/formats/quality'
import { rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from '@kerf/ui/Collapsible'
import { RangeField } from '@kerf/ui/RangeField'
import { SelectField } from '@kerf/ui/SelectField'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { moreFormatsWords as words } from '#messages/clips/formats.ts'
import { FileNamesChoice } from '../../controls/FileNamesChoice.tsx'
import { withFewestDecimals } from '../../data/formatting/numbers.ts'
import type { ClipChoice } from '../../data/ranges/clip-choice.ts'
import { aspectOf, withoutNoOps } from '../../data/ranges/fit.ts'
import { firstSize, formatRows, videoSizes } from './format-rows.ts'
import type { ListedDownload, RowOption } from './option-row.ts'
import type { Downloads } from './use-downloads.ts'

/** Step of the width in pixels: encoders work best with multiples of 16. */
const WIDTH_STEP = 16

interface MoreFormatsProps {
  video: Video
  ranges: readonly TimeRange[]
  downloads: Pick<Downloads, 'list' | 'choice' | 'choose'>
  /** Renders a row of the grid. `why` is the reason for which it offers nothing. */
  row: (option: RowOption, why?: string) => ReactNode
}

/** Formats that are not in the grid, in a section that is closed at first. */
export function MoreFormats({ video, ranges, downloads: { list, choice, choose }, row }: MoreFormatsProps) {
  const sizeId = useId()
  const sizes = videoSizes(video.options)
  const [chosenQuality, setChosenQuality] = useState<QualityId | null>(null)
  const hasOnlyGridFormats = list.every(
    ({ format, container, bitrate }) =>
      (format === 'mp4' && container === undefined) || (format === 'mp3' && bitrate === undefined),
  )
  const hasInteracted = useHasInteracted()
  // Formats that were requested before a reload are visible at once. After the first press, nothing opens by itself.
  const [isOpen, setOpen] = useState(!hasOnlyGridFormats)
  useEffect(() => {
    if (!hasOnlyGridFormats && !hasInteracted.current) setOpen(true)
  }, [hasOnlyGridFormats, hasInteracted])
  const size = sizes.find(({ quality }) => quality === (chosenQuality ?? requestedSize(list) ?? firstSize(sizes)))
  // Joined ranges make video or audio, but no images.
  const isJoined = ranges.length > 1
  const hasFrames = !isJoined && (video.frameRate !== null || sizes.length > 0)
  const rows = formatRows(
    video.options,
    hasFrames ? { size, fit: choice.fit, aspect: aspectOf(video) } : null,
    rangesSeconds(ranges),
  )
  if (rows.length === 0) return null
  function open(isOpening: boolean): void {
    setOpen(isOpening)
    // The visible size stays chosen, even if earlier clips load later.
    if (size) setChosenQuality(size.quality)
  }
  return (
    <Collapsible open={isOpen} onOpenChange={open}>
      <section className="mt-5" aria-label={words.title}>
        <div className="flex flex-wrap items-center gap-x-4">
          <CollapsibleTrigger>{words.title}</CollapsibleTrigger>
          <p className="text-small/[1.45] text-ink-2">{isJoined ? words.summaryJoined : words.summary}</p>
        </div>
        <CollapsibleContent className="mt-1 max-phone:mt-3">
          {hasFrames && size && sizes.length > 1 && (
            <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small/[1.45] text-ink-2">
              <label htmlFor={sizeId}>{words.size}</label>
              <SelectField
                id={sizeId}
                value={size.quality}
                onChange={({ target }) => setChosenQuality(target.value as QualityId)}
                options={sizes.map(({ quality, label }) => ({ value: quality, name: label }))}
              />
            </p>
          )}
          {hasFrames && <AnimationShape choice={choice} sources={video.animationSources} onChoose={choose} />}
          <ul className="options rows">{rows.map(({ option, why }) => row(option, why))}</ul>
        </CollapsibleContent>
        <FileNamesChoice />
      </section>
    </Collapsible>
  )
}

/** Ref whose value becomes true when a key or pointer is first pressed. */
function useHasInteracted(): RefObject<boolean> {
  const hasInteracted = useRef(false)
  useEffect(() => {
    const markInteraction = (): void => {
      hasInteracted.current = true
    }
    addEventListener('pointerdown', markInteraction)
    addEventListener('keydown', markInteraction)
    return () => {
      removeEventListener('pointerdown', markInteraction)
      removeEventListener('keydown', markInteraction)
    }
  }, [])
  return hasInteracted
}

interface AnimationShapeProps {
  choice: ClipChoice
  sources: Video['animationSources']
  onChoose: Downloads['choose']
}

/** Fields for width and frame rate of animations. */
function AnimationShape({ choice, sources, onChoose }: AnimationShapeProps) {
  const { animation } = choice.fit
  const { width } = USUAL_ANIMATION
  const usualShape = { width, frameRate: Math.max(FRAME_RATE_BOUNDS.least, actualFrameRate(sources, width)) }
  const shape = animation ?? usualShape
  function change(changes: { width?: number; frameRate?: number }): void {
    const animation = { ...shape, ...changes }
    const isUsual = animation.width === usualShape.width && animation.frameRate === usualShape.frameRate
    onChoose({ ...choice, fit: withoutNoOps({ ...choice.fit, animation: isUsual ? undefined : animation }) })
  }
  return (
    <fieldset className="mb-3 grid max-w-[560px] grid-cols-2 gap-x-7 max-phone:grid-cols-1">
      <legend className="sr-only">{words.moving}</legend>
      <RangeField
        label={words.movingWidth}
        value={shape.width}
        shown={words.pixels(shape.width)}
        min={ANIMATION_WIDTH_BOUNDS.least}
        max={ANIMATION_WIDTH_BOUNDS.most}
        step={WIDTH_STEP}
        onValue={(width) => change({ width })}
      />
      <RangeField
        label={words.movingRate}
        value={shape.frameRate}
        shown={words.framesPerSecond(withFewestDecimals(actualFrameRate(sources, shape.width, animation?.frameRate)))}
        min={FRAME_RATE_BOUNDS.least}
        max={FRAME_RATE_BOUNDS.most}
        step={1}
        onValue={(frameRate) => change({ frameRate })}
      />
    </fieldset>
  )
}

/** Frames a second that an animation of this width will have, to two decimals. @param requestedRate absent: the usual */
function actualFrameRate(sources: Video['animationSources'] = [], width: number, requestedRate?: number): number {
  const sourceRate = sources.find(({ upToWidth }) => width <= upToWidth)?.frameRate ?? null
  const rate =
    sourceRate === null ? (requestedRate ?? USUAL_ANIMATION.frameRate) : animationRate(sourceRate, requestedRate)
  return Math.round(rate * 100) / 100
}

/** Size of the newest still or original, which a reloaded page shows first; null where there is none. */
function requestedSize(downloads: readonly ListedDownload[]): QualityId | null {
  return downloads.find(({ format }) => format === 'png' || format === 'original')?.quality ?? null
}
