import { Readable } from 'node:stream'
import { listAuditEntries } from '@kerf/contract/admin-audit'
import * as jobs from '@kerf/contract/admin-jobs'
import * as messages from '@kerf/contract/admin-messages'
import * as moderation from '@kerf/contract/admin-moderation'
import * as settings from '@kerf/contract/admin-settings'
import { readAdminStats } from '@kerf/contract/admin-stats'
import * as subscriptions from '@kerf/contract/admin-subscriptions'
import * as users from '@kerf/contract/admin-users'
import { mediaTypeOf } from '@kerf/domain/formats/clip-format'
import { usersExportName } from '@kerf/domain/people/users-export'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { changePerson, deletePerson } from '../use-cases/admin/change-person.ts'
import { cancelJob, listJobs } from '../use-cases/admin/jobs.ts'
import { openJobFile } from '../use-cases/admin/open-job-file.ts'
import { exportPeople, listPeople } from '../use-cases/admin/people.ts'
import { readStats } from '../use-cases/admin/read-stats.ts'
import { retryJob } from '../use-cases/admin/retry-job.ts'
import { changeSettings, readSettings } from '../use-cases/admin/settings.ts'
import { cleanUp, reportStorage } from '../use-cases/admin/storage.ts'
import { listMessages, markMessage } from '../use-cases/email/contact-messages.ts'
import { exportSubscribers, listSubscribers, sendNewsletter } from '../use-cases/email/newsletter.ts'
import { reportAdminHealth } from '../use-cases/health/report-admin-health.ts'
import { blockLink, listBlocks, unblockLink } from '../use-cases/moderation/blocklist.ts'
import { decideNotice, listNotices } from '../use-cases/moderation/notices.ts'
import { listSubscriptions } from '../use-cases/payments/plans-and-receipts.ts'
import { BYTE_ORDER_MARK, readAudit } from '../use-cases/shared/audit.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done } from '../use-cases/shared/outcome.ts'
import { callerLanguage } from './callers/caller.ts'
import { contentDisposition, sendFile } from './files/send-file.ts'
import { ANSWERED, adminRoute, donePage } from './routing/route.ts'

export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, settings.readSettings, async () => done(await readSettings(deps)))
  adminRoute(app, deps, settings.saveSettings, ({ body, by }) => changeSettings(deps, { request: body, by }))
  adminRoute(app, deps, settings.runCleanup, async ({ by }) => done(await cleanUp(deps, by)))
  adminRoute(app, deps, settings.readStorage, async () => done(await reportStorage(deps)))
  // Always 200: what is failing is part of the answer.
  adminRoute(app, deps, settings.readAdminHealth, async () => done(await reportAdminHealth(deps)))
  adminRoute(app, deps, readAdminStats, async () => done(await readStats(deps)))

  adminRoute(app, deps, messages.listContactMessages, async ({ query, reply }) =>
    donePage(reply, await listMessages(deps, query.page ?? 1)),
  )
  adminRoute(app, deps, messages.markContactMessage, ({ params, body, by }) =>
    markMessage(deps, { id: params.id, status: body.status, by }),
  )
  adminRoute(app, deps, messages.listNewsletterSubscribers, async ({ query, reply }) =>
    donePage(reply, await listSubscribers(deps, query.page ?? 1)),
  )
  adminRoute(app, deps, messages.exportNewsletterSubscribers, ({ by, request, reply }) =>
    sendCsv(request, reply, 'newsletter_subscribers.csv', () => exportSubscribers(deps, by)),
  )
  adminRoute(app, deps, messages.sendNewsletter, ({ body, by, request }) =>
    sendNewsletter(deps, { written: body, by, language: callerLanguage(request) }),
  )

  adminRoute(app, deps, moderation.listNotices, async ({ query, reply }) =>
    donePage(reply, await listNotices(deps, query.page ?? 1)),
  )
  adminRoute(app, deps, moderation.decideNotice, ({ body, by }) => decideNotice(deps, { ...body, by }))
  adminRoute(app, deps, moderation.listBlockedLinks, async ({ query, reply }) =>
    donePage(reply, await listBlocks(deps, query.page ?? 1)),
  )
  adminRoute(app, deps, moderation.blockLink, ({ body, by }) => blockLink(deps, { asked: body, by }))
  adminRoute(app, deps, moderation.unblockLink, ({ params, by }) => unblockLink(deps, { id: params.id, by }))

  adminRoute(app, deps, subscriptions.listSubscriptions, async ({ query, reply }) =>
    donePage(reply, await listSubscriptions(deps, query.page ?? 1)),
  )
  adminRoute(app, deps, listAuditEntries, async ({ query: { page = 1, ...filter }, reply }) =>
    donePage(reply, await readAudit(deps, { filter, page })),
  )
}

export function adminJobRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, jobs.listJobs, async ({ query, reply }) => {
    const { status = 'all', page = 1 } = query
    return donePage(reply, await listJobs(deps, { filter: status, page }))
  })

  adminRoute(app, deps, jobs.retryJob, ({ params, by }) => retryJob(deps, { id: params.id, by }))

  adminRoute(app, deps, jobs.cancelJob, ({ params, by }) => cancelJob(deps, { id: params.id, by }))

  adminRoute(app, deps, jobs.readJobFile, async ({ params, by, request, reply }) => {
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

export function adminUserRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, deps, users.listUsers, async ({ query, reply }) => donePage(reply, await listPeople(deps, query)))

  adminRoute(app, deps, users.exportUsers, ({ query, by, request, reply }) =>
    sendCsv(request, reply, usersExportName(deps.clock.now()), () => exportPeople(deps, { query, by })),
  )

  adminRoute(app, deps, users.updateUser, ({ params, body, by }) =>
    changePerson(deps, { id: params.id, change: body, by }),
  )

  adminRoute(app, deps, users.deleteUser, ({ params, by, request }) =>
    deletePerson(deps, { id: params.id, by, language: callerLanguage(request) }),
  )
}

async function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  open: () => Promise<AsyncIterable<string>>,
): Promise<typeof ANSWERED> {
  reply
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'private, no-store')
    .type('text/csv; charset=utf-8')
  // The page asks beforehand whether the export is allowed: nothing is sent, and nothing noted.
  if (request.method === 'HEAD') reply.send()
  else if (request.headers.range === 'bytes=0-0')
    reply.code(206).header('content-range', 'bytes 0-0/*').send(Buffer.from(BYTE_ORDER_MARK).subarray(0, 1))
  else reply.send(Readable.from(await open(), { objectMode: false }))
  return ANSWERED
}
