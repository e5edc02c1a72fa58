import { type AdminJob, readJobFile } from '@kerf/contract/admin-jobs'
import { pathFor } from '@kerf/contract/protocol/client'
import { isAnimation } from '@kerf/domain/formats/clip-format'
import { jobAction } from '@kerf/domain/jobs/admin-job'
import { Button, buttonClass } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { ExternalLinkIcon } from '@kerf/ui/list-icons'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { receiptParts } from '../../../data/downloads/receipt-lines.ts'
import { ClipPlayer } from './ClipPlayer.tsx'
import { JobFacts } from './JobFacts.tsx'
import { isBlocked, isRemoved, jobName } from './job-name.ts'

const words = adminWords.jobs
const details = words.details

/** All that is known of a job. The file of a finished one is one step further: it is somebody else's. */
export function JobDialog({ job, onClose }: { job: AdminJob; onClose: () => void }) {
  const canBeViewed = jobAction(job) === 'view'
  const canBePlayed = canBeViewed && job.format !== 'png' && !isAnimation(job.format)
  const [plays, setPlays] = useState(false)
  const address = pathFor(readJobFile, { id: job.id })
  return (
    <Dialog title={jobName(job)} text={job.videoTitle} onDismiss={onClose}>
      {job.status === 'failed' && <WhyItFailed job={job} />}
      <JobFacts job={job} />
      {job.receipt && !isRemoved(job) && <JobReceipt receipt={job.receipt} />}
      {plays && canBePlayed && <ClipPlayer address={address} name={jobName(job)} />}
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
          <Button aria-disabled={plays || undefined} onClick={() => setPlays(true)}>
            {details.play}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** What its viewer was failure, and what its viewer was not. */
function WhyItFailed({ job }: { job: AdminJob }) {
  const blocked = isBlocked(job)
  const failure = job.code ? errorSentences[job.code] : (job.error ?? words.statuses.failed)
  return (
    <div className="mt-4">
      <p className="font-semibold text-fault">{isRemoved(job) ? words.removed : failure}</p>
      <h3 className="mt-4 text-small font-[650]">{blocked ? details.whyBlocked : details.why}</h3>
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

/** The same figures that its viewer reads. */
function JobReceipt({ receipt }: { receipt: NonNullable<AdminJob['receipt']> }) {
  const lines = receiptParts(receipt).flatMap((part) => part.lines)
  return (
    <section>
      <h3 className="mt-4 text-small font-[650]">{details.receipt}</h3>
      <dl className="detail-lines mt-1.5 mb-0">
        {lines.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="time">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
