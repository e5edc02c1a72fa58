import { ERROR_CODES } from '@kerf/domain/errors/error-codes'
import { CLIP_FORMATS } from '@kerf/domain/formats/clip-format'
import { QUALITY_IDS } from '@kerf/domain/formats/quality'
import { JOB_FILTERS, JOB_PRIORITIES, JOB_RETRIES, JOB_STATUSES } from '@kerf/domain/jobs/admin-job'
import { z } from 'zod'
import { adminEndpoint, pageQuery } from './admin-call.ts'
import { CLIP_FILE, fitOptions, receipt, subtitlesRequest } from './download.ts'
import { idParams } from './protocol/identifier.ts'

export const adminJob = z.object({
  id: z.string(),
  quality: z.enum(QUALITY_IDS),
  format: z.enum(CLIP_FORMATS),
  status: z.enum(JOB_STATUSES),
  priority: z.enum(JOB_PRIORITIES),
  userName: z.string().nullable().describe('Name of the first account that requested it; null without an account.'),
  userCount: z
    .number()
    .int()
    .describe('How many viewers requested this clip: equal requests share one job. 0 once nobody does any more.'),
  videoTitle: z.string(),
  link: z.string().nullable().describe('As it was pasted; null once everybody who pasted it is gone.'),
  startTime: z.number(),
  endTime: z.number(),
  audioTrack: z.string().nullable().describe('The id of the audio track; null for the original.'),
  subtitles: subtitlesRequest.nullable().describe('In the clip; null: none.'),
  ...fitOptions.shape,
  progress: z.number().min(0).max(100).describe('Percent.'),
  fileSize: z.number().int().nullable().describe('Bytes.'),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable().describe('When it was finished. It stays where the clip was removed since.'),
  endedAt: z.string().nullable().describe('When it failed, was cancelled, or was blocked.'),
  error: z.string().optional().describe('Why it failed, as a sentence for users.'),
  code: z.enum(ERROR_CODES).optional(),
  cause: z.string().nullable().describe('Why it failed, for operators; for a blocked job, the reason of the block.'),
  retry: z
    .enum(JOB_RETRIES)
    .nullable()
    .describe('Of a failed job: can be retried, but for room on the disk, or was cut again since; null when neither.'),
  receipt: receipt.nullable(),
})
export type AdminJob = z.output<typeof adminJob>

export const listJobs = adminEndpoint('GET /api/admin/jobs', {
  summary: 'Queued, running and past jobs, newest first, one page at a time.',
  query: pageQuery.extend({ status: z.enum(JOB_FILTERS).optional() }),
  answer: z.array(adminJob),
})

export const retryJob = adminEndpoint('POST /api/admin/jobs/{id}/retry', {
  summary: 'Put a failed job back into the queue.',
  params: idParams,
  answer: adminJob,
  refusals: ['not_found', 'job_not_open', 'storage_full', 'link_blocked', 'source_off'],
})

export const cancelJob = adminEndpoint('POST /api/admin/jobs/{id}/cancel', {
  summary: "Cancel a queued or running job. It no longer counts towards the viewer's quota.",
  params: idParams,
  answer: adminJob,
  refusals: ['not_found', 'job_not_open'],
})

export const readJobFile = adminEndpoint('GET /api/admin/jobs/{id}/file', {
  summary: 'The finished clip, for review by an admin. This is recorded in the audit log.',
  params: idParams,
  answer: z.unknown(),
  file: CLIP_FILE,
  refusals: ['not_found', 'not_ready', 'expired'],
})
