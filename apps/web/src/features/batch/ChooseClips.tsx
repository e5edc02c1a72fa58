import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { USUAL_ASPECT } from '@kerf/domain/formats/crop'
import type { QualityId } from '@kerf/domain/formats/quality'
import { rangesSeconds } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { bytesAt } from '@kerf/domain/sizes/size-estimate'
import { Button } from '@kerf/ui/Button'
import { ProgressBar } from '@kerf/ui/ProgressBar'
import { SelectField } from '@kerf/ui/SelectField'
import { useEffect, useRef, useState } from 'react'
import { batchWords } from '#messages/clips/batch.ts'
import { chapterWords } from '#messages/clips/choices.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { estimatedSize } from '../../data/formatting/size.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { type Fit, fitWithoutAudio, isSilentVideo, supportedFit } from '../../data/ranges/fit.ts'
import { ClipRow } from './ClipRow.tsx'
import { chapterLines, lineClip, QUALITY_CHOICES, type ReadyClip } from './line-clip.ts'
import type { BatchLine } from './read-lines.ts'
import { useCreateBatch } from './use-batch.ts'
import type { useReadLinks } from './use-read-links.ts'

interface ChooseClipsProps {
  reading: ReturnType<typeof useReadLinks>
  /** Number of lines with a fault, which have no clip. */
  skipped: number
  quality: QualityId
  onQuality: (quality: QualityId) => void
  onBack: () => void
  onBatch: (id: string) => void
}

const words = batchWords.clips
/** Loads the fit bar as its own chunk: clips do not need a fit. */
const loadFitBar = () => import('../../controls/fit/FitBar.tsx')

/** List of the clip of each link, with title, range and quality, and the button that cuts them all. */
export function ChooseClips({ reading, skipped, quality, onQuality, onBack, onBatch }: ChooseClipsProps) {
  const create = useCreateBatch()
  const title = useRef<HTMLHeadingElement>(null)
  const sending = useOneAtATime()
  const [fit, setFit] = useState<Fit>({})
  const fitBar = useLoaded(loadFitBar, 'fit')
  const [ownQualities, setOwnQualities] = useState<ReadonlyMap<BatchLine, QualityId>>(new Map())
  const { links } = reading
  const clips = links.map((link) => ({ link, clip: lineClip(link, ownQualities.get(link.line) ?? quality) }))
  const readyClips = clips.flatMap(({ clip }): ReadyClip[] => (clip.kind === 'ready' ? [clip] : []))
  const pendingCount = links.filter(({ state }) => state.kind === 'waiting' || state.kind === 'reading').length
  const readCount = links.length - pendingCount
  /** Number of clips that a line may become. */
  const maxCount = MAX_BATCH_ITEMS - links.length + 1
  useEffect(() => title.current?.focus(), [])

  function split(line: BatchLine, chapters: readonly BatchLine[]): void {
    const lines = chapters.slice(0, maxCount)
    reading.split(line, lines)
    const ownQuality = ownQualities.get(line)
    if (ownQuality) setOwnQualities(new Map([...ownQualities, ...lines.map((part) => [part, ownQuality] as const)]))
    if (lines.length < chapters.length)
      toasts.show({ title: chapterWords.listed, text: chapterWords.listedText(lines.length, chapters.length) })
    title.current?.focus()
  }

  async function cut(): Promise<void> {
    try {
      const batch = await create(
        readyClips.map(({ video, range, option }) => ({
          videoId: video.id,
          quality: option.quality,
          ...range,
          ...supportedFit(isSilentVideo(video) ? fitWithoutAudio(fit) : fit, option.format),
        })),
      )
      onBatch(batch.id)
    } catch (error) {
      const refusedClip = readyClips[refusedItem(error) ?? -1]
      const sentence = failureSentence(error)
      const text = refusedClip ? words.refused(refusedClip.video.title, sentence) : sentence
      toasts.show({ title: batchWords.failed, text, tone: 'fault' })
    }
  }

  return (
    <section aria-labelledby="batch-clips">
      <div className="batch-head">
        <h2 ref={title} id="batch-clips" tabIndex={-1} className="text-h3 tracking-[-0.01em] outline-none">
          {words.list}
        </h2>
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small">
          <label htmlFor="batch-quality">{words.quality}</label>
          <SelectField
            id="batch-quality"
            options={QUALITY_CHOICES}
            value={quality}
            onChange={(event) => {
              onQuality(event.target.value as QualityId)
              setOwnQualities(new Map())
            }}
          />
        </div>
      </div>
      <div className="mb-3 min-h-14">{fitBar && <fitBar.FitBar fit={fit} aspect={USUAL_ASPECT} onFit={setFit} />}</div>
      <ol className="batch-rows rows" aria-label={words.list}>
        {clips.map(({ link, clip }) => {
          const { line } = link
          const chapters = maxCount > 1 ? chapterLines(link) : []
          return (
            <ClipRow
              key={`${line.number} ${line.chapter === undefined ? '' : line.times.startTime}`}
              line={line}
              clip={clip}
              quality={ownQualities.get(line) ?? quality}
              onQuality={(newQuality) => setOwnQualities((current) => new Map(current).set(line, newQuality))}
              onRetry={() => reading.retry(line)}
              onRemove={() => reading.remove(line)}
              onSplit={chapters.length > 0 ? () => split(line, chapters) : undefined}
            />
          )
        })}
      </ol>
      {pendingCount > 0 && (
        <ProgressBar percent={(100 * readCount) / links.length} label={words.reading(readCount, links.length)} />
      )}
      <div className="batch-acts">
        <Button
          variant="primary"
          aria-disabled={readyClips.length === 0 || pendingCount > 0 || sending.busy || undefined}
          onClick={() => readyClips.length > 0 && pendingCount === 0 && void sending.run(cut)}
        >
          {sending.busy ? words.sending : words.cut(readyClips.length)}
        </Button>
        <Button variant="quiet" aria-disabled={sending.busy || undefined} onClick={() => !sending.busy && onBack()}>
          {words.back}
        </Button>
        {/* On phones the text has a line of its own, so that an empty text takes no width from the buttons. */}
        <p className="flex gap-4 max-desk:mt-2.5 max-desk:basis-full" role="status">
          {pendingCount > 0
            ? words.reading(readCount, links.length)
            : describeTotal(readyClips, skipped + links.length - readyClips.length)}
        </p>
      </div>
    </section>
  )
}

function describeTotal(readyClips: readonly ReadyClip[], leftOutCount: number): string {
  if (readyClips.length === 0) return words.none
  const length = shortTimecode(rangesSeconds(readyClips.map(({ range }) => range)))
  const bytes = readyClips.reduce<number | null>((sum, { option, range }) => {
    if (sum === null || option.bitrate === null) return null
    return sum + bytesAt(option.bitrate, [range])
  }, 0)
  const sum =
    bytes === null
      ? words.sumOnly(readyClips.length, length)
      : words.sum(readyClips.length, length, estimatedSize(bytes))
  return leftOutCount === 0 ? sum : `${sum} ${words.leftOut(leftOutCount)}`
}

/**
 * Index of the item that a refusal names; null where it names none. Its details begin with the item, such as `item 3`.
 */
export function refusedItem(error: unknown): number | null {
  const number = error instanceof ApiError ? /^item (\d+)\b/.exec(error.details ?? '')?.[1] : undefined
  return number === undefined ? null : Number(number) - 1
}
