import * as contract from '@kerf/contract/admin-jobs'
import { mediaTypeOf } from '@kerf/domain/formats/clip-format'
import type { FastifyInstance } from 'fastify'
import { cancelJob, listJobs } from '../use-cases/admin/jobs.ts'
import { openJobFile } from '../use-cases/admin/open-job-file.ts'
import { retryJob } from '../use-cases/admin/retry-job.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { sendFile } from './files/send-file.ts'
import { adminRoute, donePage } from './routing/route.ts'

/** The queue, for admins. */
export function adminJobRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, contract.listJobs, async ({ query, reply }) => {
    const { jobs, total } = await listJobs(deps, { filter: query.status ?? 'all', page: query.page ?? 1 })
    return donePage(reply, jobs, total)
  })

  adminRoute(app, deps, contract.retryJob, ({ params, by }) => retryJob(deps, { id: params.id, by }))

  adminRoute(app, deps, contract.cancelJob, ({ params, by }) => cancelJob(deps, { id: params.id, by }))

  adminRoute(app, deps, contract.readJobFile, async ({ params, by, request, reply }) => {
    const file = await openJobFile(deps, { id: params.id, by })
    if (!file.ok) return file
    const { sizeBytes, container, etag, fileName, open, addressFor } = file.value
    // Shown where it is: looking at it is what it is for.
    return sendFile(request, reply, {
      ...{ sizeBytes, etag, open, addressFor, mediaType: mediaTypeOf(container) },
      showAs: fileName,
      cacheControl: 'private, no-store',
    })
  })
}
