import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { z } from 'zod'
import { clipOptions } from './download.ts'
import { endpoint } from './protocol/endpoint.ts'
import { identifier, idParams } from './protocol/identifier.ts'
import { ownDownload } from './user.ts'
import { timeRange } from './video.ts'

export const BATCH_STATUSES = ['processing', 'completed', 'failed', 'cancelled', 'expired'] as const

export const batchItem = timeRange.extend({
  videoId: identifier,
  quality: z.string().max(64).describe('An id or a label of the grid.'),
  ...clipOptions.shape,
})

export const batch = z.object({
  id: z.string(),
  status: z
    .enum(BATCH_STATUSES)
    .describe('`processing` while any clip is; then `completed` if at least one is, otherwise the status of all.'),
  progress: z.number().min(0).max(100).describe('Percent, of all of them.'),
  etaSeconds: z.number().nullable(),
  completed: z.number().int(),
  failed: z.number().int(),
  total: z.number().int(),
  fileName: z.string(),
  fileSize: z
    .number()
    .int()
    .nullable()
    .describe('Bytes of the zip without its subtitle files, once nothing is processing.'),
  expiresAt: z.string().nullable().describe('When the first of its files is deleted.'),
  createdAt: z.string(),
  downloads: z.array(ownDownload).describe('In the order of the request.'),
})
export type Batch = z.output<typeof batch>

export const createBatch = endpoint('POST /api/batch', {
  summary:
    'Request several clips at once. Either all are accepted or none; `details` of an error names the item, counted from 1.',
  body: z.object({
    items: z
      .array(batchItem)
      .min(1)
      .max(MAX_BATCH_ITEMS)
      .describe('The ranges stored with the videos are not changed.'),
    requestId: identifier
      .optional()
      .describe(
        'Chosen by the caller, such as a UUID. A repeated request with the same id returns the existing batch.',
      ),
  }),
  answer: batch,
  status: 202,
  refusals: [
    'pro_feature',
    'invalid_request',
    'unknown_quality',
    'invalid_trim',
    'clip_too_long',
    'not_found',
    'link_blocked',
    'needs_account',
    'quality_unavailable',
    'storage_full',
    'daily_limit',
    'too_many_requests',
    'busy',
  ],
})

export const readBatch = endpoint('GET /api/batch/{id}', {
  summary: 'The status of a batch.',
  params: idParams,
  answer: batch,
  refusals: ['not_found'],
})

export const readBatchFile = endpoint('GET /api/batch/{id}/file', {
  alwaysOpen: true,
  summary: 'The finished clips of a batch as one zip, with .srt and .vtt where they were asked for as `file`.',
  params: idParams,
  answer: z.unknown(),
  file: 'application/zip',
  refusals: ['not_found', 'link_blocked', 'not_ready', 'expired', 'cancelled', 'cut_failed', 'too_many_requests'],
})

export const cancelBatch = endpoint('POST /api/batch/{id}/cancel', {
  summary: 'Cancel the waiting and running clips of a batch. Finished ones stay.',
  params: idParams,
  answer: batch,
  refusals: ['not_found'],
})
