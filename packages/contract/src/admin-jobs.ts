import { ERROR_CODES, type ErrorCode } from '@kerf/domain/errors/error-codes'
import { CLIP_FORMATS } from '@kerf/domain/formats/clip-format'
import { QUALITY_IDS } from '@kerf/domain/formats/quality'
import { JOB_FILTERS, JOB_PRIORITIES, JOB_STATUSES } from '@kerf/domain/jobs/admin-job'
import { z } from 'zod'
import { ADMIN_REFUSALS, pageQuery } from './admin-call.ts'
import { receipt } from './download.ts'
import { endpoint } from './protocol/endpoint.ts'
import { noParams, nothing, withId } from './protocol/identifier.ts'

/** A job as an admin sees it. */
export const adminJob = z.object({
  id: z.string(),
  quality: z.enum(QUALITY_IDS),
  format: z.enum(CLIP_FORMATS),
  status: z.enum(JOB_STATUSES),
  priority: z.enum(JOB_PRIORITIES),
  userName: z
    .string()
    .nullable()
    .meta({ description: 'Of the first account that wants it, or wanted it; null where nobody has one.' }),
  userCount: z
    .number()
    .int()
    .meta({ description: 'How many want this clip: equal requests are one job. 0 once nobody does any more.' }),
  videoTitle: z.string(),
  link: z.string().nullable().meta({ description: 'As it was pasted; null once everybody who pasted it is gone.' }),
  startTime: z.number(),
  endTime: z.number(),
  progress: z.number().min(0).max(100).meta({ description: 'Percent.' }),
  fileSize: z.number().int().nullable().meta({ description: 'Bytes.' }),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  completedAt: z
    .string()
    .nullable()
    .meta({ description: 'When it was finished. It stays where the clip was removed since.' }),
  endedAt: z.string().nullable().meta({ description: 'When it failed, was cancelled, or was blocked.' }),
  error: z.string().optional().meta({ description: 'Why it failed, for people.' }),
  code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]).optional(),
  cause: z
    .string()
    .nullable()
    .meta({ description: 'Why it failed, for whoever looks after the server; of what was blocked, the reason.' }),
  receipt: receipt.nullable(),
})
export type AdminJob = z.output<typeof adminJob>

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'The queue and what became of earlier jobs, newest first, one page of them.',
  params: noParams,
  query: pageQuery.extend({ status: z.enum(JOB_FILTERS).optional() }),
  body: nothing,
  answer: z.array(adminJob),
  status: 200,
  refusals: ADMIN_REFUSALS,
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/{id}/retry',
  summary: 'Put a failed job back into the queue.',
  params: withId,
  body: z.object({}).optional(),
  answer: adminJob,
  status: 200,
  refusals: [...ADMIN_REFUSALS, 'not_found', 'job_not_open', 'storage_full', 'link_blocked', 'source_off'],
})

export const cancelJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/{id}/cancel',
  summary: "Stop a queued or running job. Its unit of the viewer's quota comes back.",
  params: withId,
  body: z.object({}).optional(),
  answer: adminJob,
  status: 200,
  refusals: [...ADMIN_REFUSALS, 'not_found', 'job_not_open'],
})

export const readJobFile = endpoint({
  method: 'GET',
  path: '/api/admin/jobs/{id}/file',
  summary: "The finished clip, for an admin who has to look at it. It is written into the admins' log.",
  params: withId,
  body: nothing,
  answer: z.unknown(),
  status: 200,
  file: 'video/mp4',
  refusals: [...ADMIN_REFUSALS, 'not_found', 'not_ready', 'expired'],
})
