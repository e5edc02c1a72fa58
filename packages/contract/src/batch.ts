import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { z } from 'zod'
import { endpoint } from './protocol/endpoint.ts'
import { identifier, noParams, nothing, withId } from './protocol/identifier.ts'
import { ownDownload } from './user.ts'
import { timeRange } from './video.ts'

/** Several clips that are asked for in one go, of one video or of many. */

export const BATCH_STATUSES = ['processing', 'completed', 'failed', 'cancelled', 'expired'] as const

export const batchItem = timeRange.extend({
  videoId: identifier,
  quality: z.string().max(64).meta({ description: 'An id or a label of the grid.' }),
})

export const batch = z.object({
  id: z.string(),
  status: z.enum(BATCH_STATUSES).meta({
    description:
      '`processing` while any clip is; then `completed` when there is at least one, else what became of them all.',
  }),
  progress: z.number().min(0).max(100).meta({ description: 'Percent, of all of them.' }),
  etaSeconds: z.number().nullable(),
  completed: z.number().int(),
  failed: z.number().int(),
  total: z.number().int(),
  fileName: z.string(),
  fileSize: z.number().int().nullable().meta({ description: 'Bytes of the zip, once nothing is processing.' }),
  expiresAt: z.string().nullable().meta({ description: 'When the first of its files is deleted.' }),
  createdAt: z.string(),
  downloads: z.array(ownDownload).meta({ description: 'In the order in which they were asked for.' }),
})
export type Batch = z.output<typeof batch>

export const createBatch = endpoint({
  method: 'POST',
  path: '/api/batch',
  summary:
    'Ask for several clips in one go. With Pro. All of them are taken, or none; `details` of a refusal names the item, from 1.',
  params: noParams,
  body: z.object({
    items: z
      .array(batchItem)
      .min(1)
      .max(MAX_BATCH_ITEMS)
      .meta({ description: 'The ranges that are stored with the videos stay as they are.' }),
    requestId: identifier.optional().meta({
      description:
        'Made up by the caller, such as a UUID. Asked again under the same one, the batch that there is is the answer.',
    }),
  }),
  answer: batch,
  status: 202,
  refusals: [
    'pro_feature',
    'invalid_request',
    'unknown_quality',
    'invalid_trim',
    'not_found',
    'quality_unavailable',
    'storage_full',
    'too_many_requests',
    'busy',
  ],
})

export const readBatch = endpoint({
  method: 'GET',
  path: '/api/batch/{id}',
  summary: 'How a batch is getting on.',
  params: withId,
  body: nothing,
  answer: batch,
  status: 200,
  refusals: ['not_found'],
})

export const readBatchFile = endpoint({
  method: 'GET',
  path: '/api/batch/{id}/file',
  summary: 'The finished clips of a batch as one zip.',
  params: withId,
  body: nothing,
  answer: z.unknown(),
  status: 200,
  file: 'application/zip',
  refusals: ['not_found', 'not_ready', 'expired', 'cancelled', 'cut_failed', 'too_many_requests'],
})

export const cancelBatch = endpoint({
  method: 'POST',
  path: '/api/batch/{id}/cancel',
  summary: 'Stop what waits or runs of a batch; what is finished stays.',
  params: withId,
  body: z.object({}).optional(),
  answer: batch,
  status: 200,
  refusals: ['not_found'],
})
