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
import { formatPercent } from '../../data/formatting/numbers.ts'
import { roughSize } from '../../data/formatting/size.ts'
import { BatchClips } from './BatchClips.tsx'
import { isGone, useBatch } from './use-batch.ts'
import './batch.css'
import { ProgressBar } from '@kerf/ui/ProgressBar'

interface BatchStatusProps {
  id: string
  /** Whether the batch was just requested. Its title takes the focus then. */
  fresh: boolean
  /** Links to other pages, after the buttons of the batch itself. */
  ways: ReactNode
  /** Content in place of a batch that the server does not know. */
  gone: ReactNode
}

const words = batchWords.status

/** One batch: its progress, the state of each clip, and its zip. */
export function BatchStatus({ id, fresh, ways, gone }: BatchStatusProps) {
  const batchQuery = useBatch(id)
  const { batch, error } = batchQuery
  if (isGone(error)) return gone
  if (batch) return <LoadedBatch batch={batch} batchQuery={batchQuery} fresh={fresh} ways={ways} />
  if (!error) return <div className="h-60 rounded-bar bg-surface" role="status" aria-label={batchWords.loading} />
  return <ReadFailed lead={words.notRead} error={error} onRetry={batchQuery.retry} retrying={batchQuery.retrying} />
}

interface LoadedBatchProps extends Pick<BatchStatusProps, 'fresh' | 'ways'> {
  batch: Batch
  batchQuery: ReturnType<typeof useBatch>
}

function LoadedBatch({ batch, batchQuery, fresh, ways }: LoadedBatchProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const saving = useOneAtATime()
  const cancelling = useOneAtATime()
  const { status, total, fileSize, expiresAt } = batch
  const isProcessing = status === 'processing'
  const isStalled = useStalled(`${batch.progress} ${batch.etaSeconds}`)
  useEffect(() => {
    if (fresh) title.current?.focus()
  }, [fresh])

  async function save(): Promise<void> {
    try {
      // The batch is read first, so that a refusal is shown here instead of being saved as a file.
      const currentBatch = await batchQuery.look()
      if (currentBatch.completed === 0 || currentBatch.status === 'expired') return
      const startToast = { title: words.startedTitle, text: words.startedText(roughSize(currentBatch.fileSize ?? 0)) }
      toasts.show(
        await handOverFile(pathFor(readBatchFile, { id: currentBatch.id }), currentBatch.fileName, startToast),
      )
    } catch (error) {
      showFailed(error)
    }
  }
  async function cancel(): Promise<void> {
    try {
      await batchQuery.cancel()
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
          <span role="status">{describeBatchState(batch)}</span>
          {!isProcessing && expiresAt && status !== 'expired' && (
            <>
              , {words.keptFor} <Countdown until={expiresAt} />
            </>
          )}
        </p>
      </div>
      {isProcessing && (
        <>
          <ProgressBar percent={batch.progress} label={words.progress} />
          <p className="mt-2.5 flex gap-4" translate="no">
            <span className="time">{formatPercent(batch.progress)}</span>
            {batch.etaSeconds !== null && (
              <span>{isStalled ? processingWords.slow : words.secondsLeft(batch.etaSeconds)}</span>
            )}
          </p>
        </>
      )}
      <div className="batch-acts">
        {isProcessing && (
          <Button
            variant="quiet"
            aria-disabled={cancelling.busy || undefined}
            onClick={() => void cancelling.run(cancel)}
          >
            {cancelling.busy ? words.cancelling : words.cancel}
          </Button>
        )}
        {!isProcessing && status !== 'expired' && batch.completed > 0 && (
          <Button variant="primary" aria-disabled={saving.busy || undefined} onClick={() => void saving.run(save)}>
            <DownloadIcon />
            {saving.busy ? words.preparing : words.zip(roughSize(fileSize ?? 0))}
          </Button>
        )}
        {ways}
      </div>
      <BatchClips downloads={batch.downloads} onGone={batchQuery.retry} />
    </section>
  )
}

function describeBatchState({ status, completed, failed, total }: Batch): string {
  if (status === 'expired') return words.expired
  if (status === 'cancelled') return words.cancelledAll
  if (status === 'failed') return words.failedAll
  const finishedText = words.finished(completed, total)
  return failed === 0 ? finishedText : `${finishedText}, ${words.failed(failed)}`
}

function showFailed(error: unknown): void {
  toasts.show({ title: batchWords.failed, text: failureSentence(error), tone: 'fault' })
}
