import { type AdminJob, readJobFile } from '@kerf/contract/admin-jobs'
import { pathFor } from '@kerf/contract/protocol/client'
import { isAnimation } from '@kerf/domain/formats/clip-format'
import { jobAction } from '@kerf/domain/jobs/admin-job'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { Button, buttonClass } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { ExternalLinkIcon } from '@kerf/ui/icons/list-icons'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { clipReceiptWords } from '#messages/clips/receipt.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { ClipPlayer } from '../../../controls/clip/ClipPlayer.tsx'
import { receiptParts } from '../../../data/downloads/receipt-lines.ts'
import { roughSize } from '../../../data/formatting/size.ts'
import { formatNumber, formatTimestamp } from '../formatting.ts'
import { type DetailLine, DetailLines } from '../lists/DetailLines.tsx'
import { isBlocked, isRemoved, jobEndOf, jobName, jobOwner } from './job-name.ts'

const words = adminWords.jobs
const details = words.details

/**
 * All facts of a job. The file of a finished job opens only on a further press, because it belongs to another person.
 */
export function JobDialog({ job, onClose }: { job: AdminJob; onClose: () => void }) {
  const canBeViewed = jobAction(job) === 'view'
  const canBePlayed = canBeViewed && job.format !== 'png' && !isAnimation(job.format)
  const [isPlaying, setIsPlaying] = useState(false)
  const address = pathFor(readJobFile, { id: job.id })
  return (
    <Dialog title={jobName(job)} text={job.videoTitle} onDismiss={onClose}>
      {job.status === 'failed' && <JobFailure job={job} />}
      <JobFacts job={job} />
      {job.receipt && !isRemoved(job) && <JobReceipt receipt={job.receipt} />}
      {isPlaying && canBePlayed && <ClipPlayer address={address} name={jobName(job)} />}
      {canBeViewed && <p className="note">{details.note}</p>}
      <div className="flex flex-wrap gap-2 mt-5">
        <Button variant="quiet" onClick={onClose}>
          {adminWords.close}
        </Button>
        {canBeViewed && (
          <a
            className={buttonClass({ variant: canBePlayed ? 'quiet' : 'ink' })}
            href={address}
            target="_blank"
            rel="noopener"
          >
            {details.open}
            <ExternalLinkIcon />
          </a>
        )}
        {canBePlayed && (
          <Button aria-disabled={isPlaying || undefined} onClick={() => setIsPlaying(true)}>
            {details.play}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** Failure of a job as its viewer sees it, and the cause, which only admins see. */
function JobFailure({ job }: { job: AdminJob }) {
  const wasBlocked = isBlocked(job)
  const failure = job.code ? errorSentences[job.code] : (job.error ?? words.statuses.failed)
  return (
    <div className="mt-4">
      <p className="font-semibold text-fault">{isRemoved(job) ? words.removed : failure}</p>
      <h3 className="mt-4 text-small font-[650]">{wasBlocked ? details.whyBlocked : details.why}</h3>
      {job.cause ? (
        <p className="mt-1.5 bg-surface px-3 py-2.5 text-small/[1.45] whitespace-pre-line wrap-anywhere" dir="auto">
          {job.cause}
        </p>
      ) : (
        <p className="note">{details.unknown}</p>
      )}
    </div>
  )
}

/** Receipt of a clip, as its viewer sees it. */
function JobReceipt({ receipt }: { receipt: NonNullable<AdminJob['receipt']> }) {
  const lines = receiptParts(receipt).flatMap((part) => part.lines)
  return (
    <section>
      <h3 className="mt-4 text-small font-[650]">{details.receipt}</h3>
      <DetailLines className="mt-1.5" lines={lines.map(({ term, value }) => [term, value, 'time'])} />
    </section>
  )
}

/** Facts and progress of a job, one per line. A line without a value is left out. */
function JobFacts({ job }: { job: AdminJob }) {
  const formatTime = (seconds: number): string => formatTimecode(seconds, 3)
  const lines: readonly DetailLine[] = [
    ...(job.link ? [[details.link, <PastedLink key="link" link={job.link} />] as const] : []),
    [words.columns.for, jobOwner(job)],
    [details.wanted, details.wantedBy(job.userCount, formatNumber(job.userCount))],
    [details.range, `${formatTime(job.startTime)} – ${formatTime(job.endTime)}`, 'time'],
    ...(job.audioTrack === null ? [] : [[clipReceiptWords.audioTrack, job.audioTrack] as const]),
    ...(job.subtitles
      ? [[clipReceiptWords.subtitles, details.subtitlesAs[job.subtitles.as](job.subtitles.captions)] as const]
      : []),
    ...(job.status === 'processing' || job.status === 'queued'
      ? [[words.columns.progress, details.percent(formatNumber(Math.round(job.progress))), 'time'] as const]
      : []),
    ...(job.fileSize ? [[details.size, roughSize(job.fileSize), 'time'] as const] : []),
    [details.priority, words.priorities[job.priority]],
    [details.created, formatTimestamp(job.createdAt)],
    ...(job.startedAt ? [[details.started, formatTimestamp(job.startedAt)] as const] : []),
    ...(job.completedAt ? [[details.finished, formatTimestamp(job.completedAt)] as const] : []),
    ...(job.endedAt ? [[details.ended[jobEndOf(job)], formatTimestamp(job.endedAt)] as const] : []),
    [details.id, job.id, 'time'],
  ]
  return <DetailLines lines={lines} />
}

/** Link that a stranger has pasted. It can be followed only if it is a web address. */
function PastedLink({ link }: { link: string }) {
  if (!/^https?:\/\//i.test(link)) return link
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {link}
    </a>
  )
}
