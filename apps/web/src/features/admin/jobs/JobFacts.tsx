import type { AdminJob } from '@kerf/contract/admin-jobs'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import type { ReactNode } from 'react'
import { adminWords } from '#messages/admin.ts'
import { roughSize } from '../../../data/formatting/size.ts'
import { formatNumber, timestampWords } from '../formatting.ts'
import { endOf, jobOwner } from './job-name.ts'

const words = adminWords.jobs
const details = words.details

type Line = readonly [name: string, value: ReactNode, kind?: 'time']

/** What a job is and how far it has come, a line each; what there is none of is left out. */
export function JobFacts({ job }: { job: AdminJob }) {
  const time = (seconds: number): string => formatTimecode(seconds, 3)
  const lines: readonly Line[] = [
    ...(job.link ? [[details.link, <PastedLink key="link" link={job.link} />] as const] : []),
    [details.for, jobOwner(job)],
    [details.wanted, details.wantedBy(job.userCount, formatNumber(job.userCount))],
    [details.range, `${time(job.startTime)} – ${time(job.endTime)}`, 'time'],
    ...(job.status === 'processing' || job.status === 'queued'
      ? [[details.progress, details.percent(formatNumber(Math.round(job.progress))), 'time'] as const]
      : []),
    ...(job.fileSize ? [[details.size, roughSize(job.fileSize), 'time'] as const] : []),
    [details.priority, words.priorities[job.priority]],
    [details.created, timestampWords(job.createdAt)],
    ...(job.startedAt ? [[details.started, timestampWords(job.startedAt)] as const] : []),
    ...(job.completedAt ? [[details.finished, timestampWords(job.completedAt)] as const] : []),
    ...(job.endedAt ? [[details.ended[endOf(job)], timestampWords(job.endedAt)] as const] : []),
    [details.id, job.id, 'time'],
  ]
  return (
    <dl className="detail-lines">
      {lines.map(([name, value, kind]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={kind}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Somebody pasted it: it leads somewhere only where it says itself that it is an address of the web. */
function PastedLink({ link }: { link: string }) {
  if (!/^https?:\/\//i.test(link)) return link
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {link}
    </a>
  )
}
