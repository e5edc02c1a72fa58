import type { AuditAction } from '@kerf/domain/moderation/audit'
import { beginningOf } from '@kerf/domain/text/plain-text'
import type { AdminRecords } from '../../ports/admin.ts'
import type { JobRecord } from '../../ports/clips.ts'
import { noteAction } from '../shared/audit.ts'

const MAX_NAME_LENGTH = 100

interface NotedJob {
  by: string
  at: Date
  action: Extract<AuditAction, `job_${string}`>
  job: JobRecord
  details?: string
}

/** Notes what an admin does with a job. It is named by its video, never by whom it is for. */
export async function noteJob(records: AdminRecords, { job, ...noted }: NotedJob): Promise<void> {
  const { clip, video } = job
  const name = video?.title ?? clip.reference
  const short = name.length > MAX_NAME_LENGTH ? `${beginningOf(name, MAX_NAME_LENGTH - 1)}…` : name
  await noteAction(records, { ...noted, target: { kind: 'job', id: clip.id, name: short } })
}
