import { type Batch, readBatchFile } from '@kerf/contract/batch'
import { pathFor } from '@kerf/contract/protocol/client'
import { Button } from '@kerf/ui/Button'
import { DownloadIcon } from '@kerf/ui/icons/tool-icons'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { batchWords } from '#messages/clips/batch.ts'
import { processingWords } from '#messages/clips/tool.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { useStalled } from '../../browser/use-stalled.ts'
import { Countdown } from '../../controls/Countdown.tsx'
import { ReadFailed } from '../../controls/ReadFailed.tsx'
import { handOverFile } from '../../data/downloads/hand-over-file.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { percentWords } from '../../data/formatting/numbers.ts'
import { roughSize } from '../../data/formatting/size.ts'
import { BatchClips } from './BatchClips.tsx'
import { isGone, useBatch } from './use-batch.ts'
import './batch.css'
import { ProgressBar } from '@kerf/ui/ProgressBar'

interface BatchStatusProps {
  id: string
  /** It has just been requested: its title takes the focus. */
  fresh: boolean
  /** Ways on from here, beside what the batch itself offers. */
  ways: ReactNode
  /** In place of a batch that the server does not know. */
  gone: ReactNode
}

const words = batchWords.status

/** One batch: how far it is, what became of each clip, and its zip. */
export function BatchStatus({ id, fresh, ways, gone }: BatchStatusProps) {
  const watched = useBatch(id)
  const { batch, error } = watched
  if (isGone(error)) return gone
  if (batch) return <KnownBatch batch={batch} watched={watched} fresh={fresh} ways={ways} />
  if (!error) return <div className="h-60 rounded-bar bg-surface" role="status" aria-label={batchWords.loading} />
  return <ReadFailed lead={words.notRead} error={error} onRetry={watched.retry} retrying={watched.retrying} />
}

interface KnownBatchProps extends Pick<BatchStatusProps, 'fresh' | 'ways'> {
  batch: Batch
  watched: ReturnType<typeof useBatch>
}

function KnownBatch({ batch, watched, fresh, ways }: KnownBatchProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const saving = useOneAtATime()
  const cancelling = useOneAtATime()
  const { status, total, fileSize, expiresAt } = batch
  const processing = status === 'processing'
  const stalled = useStalled(`${batch.progress} ${batch.etaSeconds}`)
  useEffect(() => {
    if (fresh) title.current?.focus()
  }, [fresh])

  async function save(): Promise<void> {
    try {
      // Asked first, so that a refusal is shown here instead of being saved as a file. The file itself goes past the page.
      const now = await watched.look()
      if (now.completed === 0 || now.status === 'expired') return
      const started = { title: words.startedTitle, text: words.startedText(roughSize(now.fileSize ?? 0)) }
      toasts.show(await handOverFile(pathFor(readBatchFile, { id: now.id }), now.fileName, started))
    } catch (error) {
      showFailed(error)
    }
  }
  async function cancel(): Promise<void> {
    try {
      await watched.cancel()
    } catch (error) {
      showFailed(error)
    }
  }

  return (
    <section className="batch mb-10" aria-labelledby={titleId}>
      <div className="batch-head">
        <h2 ref={title} id={titleId} tabIndex={-1} className="text-h3 tracking-[-0.01em] outline-none">
          {words.title(total)}
        </h2>
        <p className="mt-2.5">
          <span role="status">{stateWords(batch)}</span>
          {!processing && expiresAt && status !== 'expired' && (
            <>
              , {words.keptFor} <Countdown until={expiresAt} />
            </>
          )}
        </p>
      </div>
      {processing && (
        <>
          <ProgressBar percent={batch.progress} label={words.progress} />
          <p className="mt-2.5 flex gap-4" translate="no">
            <span className="time">{percentWords(batch.progress)}</span>
            {batch.etaSeconds !== null && (
              <span>{stalled ? processingWords.slow : words.secondsLeft(batch.etaSeconds)}</span>
            )}
          </p>
        </>
      )}
      <div className="batch-acts">
        {processing && (
          <Button
            variant="quiet"
            aria-disabled={cancelling.busy || undefined}
            onClick={() => void cancelling.run(cancel)}
          >
            {cancelling.busy ? words.cancelling : words.cancel}
          </Button>
        )}
        {!processing && status !== 'expired' && batch.completed > 0 && (
          <Button variant="primary" aria-disabled={saving.busy || undefined} onClick={() => void saving.run(save)}>
            <DownloadIcon />
            {saving.busy ? words.preparing : words.zip(roughSize(fileSize ?? 0))}
          </Button>
        )}
        {ways}
      </div>
      <BatchClips downloads={batch.downloads} onGone={watched.retry} />
    </section>
  )
}

function stateWords({ status, completed, failed, total }: Batch): string {
  if (status === 'expired') return words.expired
  if (status === 'cancelled') return words.cancelledAll
  if (status === 'failed') return words.failedAll
  const finished = words.finished(completed, total)
  return failed === 0 ? finished : `${finished}, ${words.failed(failed)}`
}

function showFailed(error: unknown): void {
  toasts.show({ title: batchWords.failed, text: failureSentence(error), tone: 'fault' })
}
