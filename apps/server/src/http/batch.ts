import { Readable } from 'node:stream'
import { cancelBatch, createBatch, readBatch, readBatchFile } from '@kerf/contract/batch'
import type { FastifyInstance } from 'fastify'
import type { FoundBatch } from '../use-cases/batches/find-batch.ts'
import { done, type Outcome } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { contentDisposition } from './files/send-file.ts'
import { ANSWERED, route } from './routing/route.ts'

/** Of one address. Taking twenty clips keeps the database busy for up to seconds, and cancelling them makes room for more. */
const BATCHES_PER_MINUTE = 30

export function batchRoutes(
  app: FastifyInstance,
  useCases: Pick<UseCases, 'createBatch' | 'findBatch' | 'describeBatch' | 'cancelBatch' | 'openBatchZip'>,
): void {
  const describe = async (outcome: Outcome<FoundBatch>) =>
    outcome.ok ? done(await useCases.describeBatch(outcome.value)) : outcome

  route(app, createBatch, async ({ body, viewer }) => describe(await useCases.createBatch(body, viewer)), {
    callsPerMinute: BATCHES_PER_MINUTE,
  })

  route(app, readBatch, async ({ params, viewer }) => describe(await useCases.findBatch(params.id, viewer)))

  route(app, cancelBatch, async ({ params, viewer }) => describe(await useCases.cancelBatch(params.id, viewer)))

  route(app, readBatchFile, async ({ params, viewer, request, reply }) => {
    const zip = await useCases.openBatchZip(params.id, viewer)
    if (!zip.ok) return zip
    const body = request.method === 'HEAD' ? done(Readable.from([])) : zip.value.open()
    if (!body.ok) return body
    reply
      .header('cache-control', 'private, no-store')
      .header('content-type', 'application/zip')
      .header('content-length', String(zip.value.sizeBytes))
      .header('content-disposition', contentDisposition(zip.value.fileName))
      .send(body.value)
    return ANSWERED
  })
}
