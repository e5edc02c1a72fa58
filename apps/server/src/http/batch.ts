import * as contract from '@kerf/contract/batch'
import { readPlaylist } from '@kerf/contract/playlist'
import type { FastifyInstance } from 'fastify'
import { createBatch } from '../use-cases/batches/create-batch.ts'
import { cancelBatch, describeBatch, type FoundBatch, findBatch } from '../use-cases/batches/describe-batch.ts'
import { openBatchZip } from '../use-cases/batches/open-batch-zip.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done, type Outcome } from '../use-cases/shared/outcome.ts'
import { listPlaylist } from '../use-cases/videos/list-playlist.ts'
import { readIpAddress } from './callers/caller.ts'
import { sendZip } from './files/send-file.ts'
import { route } from './routing/route.ts'

/**
 * Limit for one IP address. A batch of twenty clips may keep the database busy for seconds, and cancelling it frees its
 * quota.
 */
const BATCHES_PER_MINUTE = 30
/** Limit for one IP address. Each zip may request the captions of all its clips from their sources. */
const ZIPS_PER_MINUTE = 30

/** Limit for one IP address, as for a pasted link: a list takes up to three requests to YouTube. */
const PLAYLISTS_PER_MINUTE = 20

export function batchRoutes(app: FastifyInstance, deps: Deps): void {
  const describe = async (outcome: Outcome<FoundBatch>) =>
    outcome.ok ? done(await describeBatch(deps, outcome.value)) : outcome

  route(
    app,
    contract.createBatch,
    async ({ body, viewer, request }) =>
      describe(await createBatch(deps, { body, viewer, ipAddress: readIpAddress(request) })),
    { callsPerMinute: BATCHES_PER_MINUTE },
  )

  route(app, readPlaylist, ({ body, viewer, signal }) => listPlaylist(deps, { link: body.url, viewer, signal }), {
    callsPerMinute: PLAYLISTS_PER_MINUTE,
  })

  route(app, contract.readBatch, async ({ params: { id }, viewer }) => describe(await findBatch(deps, { id, viewer })))

  route(app, contract.cancelBatch, async ({ params: { id }, viewer }) =>
    describe(await cancelBatch(deps, { id, viewer })),
  )

  route(
    app,
    contract.readBatchFile,
    async ({ params: { id }, viewer, signal, request, reply }) => {
      const zip = await openBatchZip(deps, { id, viewer, signal })
      return zip.ok ? sendZip(request, reply, zip.value) : zip
    },
    { callsPerMinute: ZIPS_PER_MINUTE },
  )
}
