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
import { useLoaded } from '../../browser/use-loaded.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { estimatedSize } from '../../data/formatting/size.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { type Fit, fitOf, fitOfSilent, isSilentVideo } from '../../data/ranges/fit.ts'
import { ClipRow } from './ClipRow.tsx'
import { chosenClip, QUALITY_CHOICES, type ReadyClip } from './chosen-clip.ts'
import { useCreateBatch } from './use-batch.ts'
import type { useReadLinks } from './use-read-links.ts'

interface ChooseClipsProps {
  reading: ReturnType<typeof useReadLinks>
  /** How many lines have a fault, and so no clip. */
  skipped: number
  quality: QualityId
  onQuality: (quality: QualityId) => void
  onBack: () => void
  onBatch: (id: string) => void
}

const words = batchWords.clips
/** Clips can be had without. */
const loadFitBar = () => import('../../controls/fit/FitBar.tsx')

/** What the server read of each link: its title, its part, its quality; and the button that has them cut. */
export function ChooseClips({ reading, skipped, quality, onQuality, onBack, onBatch }: ChooseClipsProps) {
  const create = useCreateBatch()
  const title = useRef<HTMLHeadingElement>(null)
  const sending = useOneAtATime()
  const [fit, setFit] = useState<Fit>({})
  const fitBar = useLoaded(loadFitBar, 'fit')
  const [own, setOwn] = useState<ReadonlyMap<number, QualityId>>(new Map())
  const { links } = reading
  const clips = links.map((link) => ({ link, clip: chosenClip(link, own.get(link.line.number) ?? quality) }))
  const ready = clips.flatMap(({ clip }): ReadyClip[] => (clip.kind === 'ready' ? [clip] : []))
  const pending = links.filter(({ state }) => state.kind === 'waiting' || state.kind === 'reading').length
  const read = links.length - pending
  useEffect(() => title.current?.focus(), [])

  async function cut(): Promise<void> {
    try {
      const batch = await create(
        ready.map(({ video, range, option }) => ({
          videoId: video.id,
          quality: option.quality,
          ...range,
          ...fitOf(isSilentVideo(video) ? fitOfSilent(fit) : fit, option.format),
        })),
      )
      onBatch(batch.id)
    } catch (error) {
      const refused = ready[refusedItem(error) ?? -1]
      const sentence = failureSentence(error)
      const text = refused ? words.refused(refused.video.title, sentence) : sentence
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
              setOwn(new Map())
            }}
          />
        </div>
      </div>
      <div className="mb-3 min-h-14">{fitBar && <fitBar.FitBar fit={fit} aspect={USUAL_ASPECT} onFit={setFit} />}</div>
      <ol className="batch-rows rows" aria-label={words.list}>
        {clips.map(({ link, clip }) => (
          <ClipRow
            key={link.line.number}
            line={link.line}
            clip={clip}
            quality={own.get(link.line.number) ?? quality}
            onQuality={(chosen) => setOwn((now) => new Map(now).set(link.line.number, chosen))}
            onRetry={() => reading.retry(link.line)}
            onRemove={() => reading.remove(link.line)}
          />
        ))}
      </ol>
      {pending > 0 && <ProgressBar percent={(100 * read) / links.length} label={words.reading(read, links.length)} />}
      <div className="batch-acts">
        <Button
          variant="primary"
          aria-disabled={ready.length === 0 || pending > 0 || sending.busy || undefined}
          onClick={() => ready.length > 0 && pending === 0 && void sending.run(cut)}
        >
          {sending.busy ? words.sending : words.cut(ready.length)}
        </Button>
        <Button variant="quiet" aria-disabled={sending.busy || undefined} onClick={() => !sending.busy && onBack()}>
          {words.back}
        </Button>
        {/* On a phone on a line of its own, so that an empty one takes no width from the buttons. */}
        <p className="flex gap-4 max-desk:mt-2.5 max-desk:basis-full" role="status">
          {pending > 0 ? words.reading(read, links.length) : sumWords(ready, skipped + links.length - ready.length)}
        </p>
      </div>
    </section>
  )
}

function sumWords(ready: readonly ReadyClip[], leftOut: number): string {
  if (ready.length === 0) return words.none
  const length = shortTimecode(rangesSeconds(ready.map(({ range }) => range)))
  const bytes = ready.reduce<number | null>((sum, { option, range }) => {
    if (sum === null || option.bitrate === null) return null
    return sum + bytesAt(option.bitrate, [range])
  }, 0)
  const sum =
    bytes === null ? words.sumOnly(ready.length, length) : words.sum(ready.length, length, estimatedSize(bytes))
  return leftOut === 0 ? sum : `${sum} ${words.leftOut(leftOut)}`
}

/** The item that a refusal is about, as an index; null where it is about all of them. Its details say `item 3`, or more behind it. */
export function refusedItem(error: unknown): number | null {
  const number = error instanceof ApiError ? /^item (\d+)\b/.exec(error.details ?? '')?.[1] : undefined
  return number === undefined ? null : Number(number) - 1
}
