import { cancelJob, listJobs, readJobFile, retryJob } from '@kerf/contract/admin-jobs'
import type { FastifyInstance } from 'fastify'
import { done, refused } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { MEDIA_TYPE, sendFile } from './files/send-file.ts'
import { adminRoute } from './routing/admin-route.ts'

/** The queue, for admins. */
export function adminJobRoutes(app: FastifyInstance, useCases: UseCases): void {
  adminRoute(app, useCases, listJobs, async ({ query, reply }) => {
    const { jobs, total } = await useCases.listJobs(query.status ?? 'all', query.page ?? 1)
    reply.header('x-total-count', String(total))
    return done(jobs)
  })

  adminRoute(app, useCases, retryJob, ({ params, session }) =>
    session ? useCases.retryJob(params.id, session.account.id) : refused('not_signed_in'),
  )

  adminRoute(app, useCases, cancelJob, ({ params, session }) =>
    session ? useCases.cancelJob(params.id, session.account.id) : refused('not_signed_in'),
  )

  adminRoute(app, useCases, readJobFile, async ({ params, session, request, reply }) => {
    if (!session) return refused('not_signed_in')
    const file = await useCases.openJobFile(params.id, session.account.id)
    if (!file.ok) return file
    const { sizeBytes, container, etag, fileName, open, addressFor } = file.value
    // Shown where it is: looking at it is what it is for.
    return sendFile(request, reply, {
      ...{ sizeBytes, etag, open, addressFor, mediaType: MEDIA_TYPE[container] },
      showAs: fileName,
      cacheControl: 'private, no-store',
    })
  })
}
