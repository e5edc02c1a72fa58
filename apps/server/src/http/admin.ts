import { Readable } from 'node:stream'
import { listAuditEntries } from '@kerf/contract/admin-audit'
import * as invitations from '@kerf/contract/admin-invitations'
import * as jobs from '@kerf/contract/admin-jobs'
import * as messages from '@kerf/contract/admin-messages'
import * as moderation from '@kerf/contract/admin-moderation'
import * as settings from '@kerf/contract/admin-settings'
import { readAdminStats } from '@kerf/contract/admin-stats'
import { listSubscriptions } from '@kerf/contract/admin-subscriptions'
import * as users from '@kerf/contract/admin-users'
import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import { mediaTypeOf } from '@kerf/domain/formats/clip-format'
import { usersExportName } from '@kerf/domain/people/users-export'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { changePerson, deletePerson } from '../use-cases/admin/change-person.ts'
import { createInvitation, listInvitations, revokeInvitation } from '../use-cases/admin/invitations.ts'
import { cancelJob, listJobs } from '../use-cases/admin/jobs.ts'
import { openJobFile } from '../use-cases/admin/open-job-file.ts'
import { exportPeople, listPeople } from '../use-cases/admin/people.ts'
import { readStats } from '../use-cases/admin/read-stats.ts'
import { retryJob } from '../use-cases/admin/retry-job.ts'
import { sendTestEmail } from '../use-cases/admin/send-test-email.ts'
import { changeSettings, readSettings } from '../use-cases/admin/settings.ts'
import { cleanUp, reportStorage } from '../use-cases/admin/storage.ts'
import { listMessages, markMessage } from '../use-cases/email/contact-messages.ts'
import { exportSubscribers, listSubscribers, sendNewsletter } from '../use-cases/email/newsletter.ts'
import { reportAdminHealth } from '../use-cases/health/report-admin-health.ts'
import { blockLink, listBlocks, unblockLink } from '../use-cases/moderation/blocklist.ts'
import { decideNotice, listNotices } from '../use-cases/moderation/notices.ts'
import { listSubscriptions as subscriptionsOf } from '../use-cases/payments/plans-and-receipts.ts'
import { readAudit } from '../use-cases/shared/audit.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { refusedUnlessSelling } from '../use-cases/shared/effective-settings.ts'
import { done, invalidRequest, refused } from '../use-cases/shared/outcome.ts'
import { BYTE_ORDER_MARK } from '../use-cases/shared/pages.ts'
import { callerLanguage, readRequestOrigin } from './callers/caller.ts'
import { contentDisposition, sendFile } from './files/send-file.ts'
import { ANSWERED, adminRoute, donePage, type Handler } from './routing/route.ts'

/** Routes that only admins may call. `by` is the id of the admin's account. */
export function adminRoutes(app: FastifyInstance, deps: Deps): void {
  function serve<E extends Endpoint>(endpoint: E, handler: Handler<E, { by: string }>): void {
    adminRoute(app, deps, endpoint, handler)
  }

  serve(settings.readSettings, async () => done(await readSettings(deps)))
  serve(settings.saveSettings, ({ body, by }) => changeSettings(deps, { request: body, by }))
  serve(settings.sendTestEmail, ({ session, request }) =>
    session
      ? sendTestEmail(deps, { account: session.account, ...readRequestOrigin(request) })
      : refused('not_signed_in'),
  )
  serve(settings.runCleanup, async ({ by }) => done(await cleanUp(deps, by)))
  serve(settings.readStorage, async () => done(await reportStorage(deps)))
  // The status is always 200: the body names the failing parts.
  serve(settings.readAdminHealth, async () => done(await reportAdminHealth(deps)))
  serve(readAdminStats, async () => done(await readStats(deps)))

  serve(messages.listContactMessages, async ({ query, reply }) => donePage(reply, await listMessages(deps, query)))
  serve(messages.markContactMessage, ({ params, body, by }) => markMessage(deps, { ...params, ...body, by }))
  serve(messages.listNewsletterSubscribers, async ({ query, reply }) =>
    donePage(reply, await listSubscribers(deps, query)),
  )
  serve(messages.exportNewsletterSubscribers, ({ by, request, reply }) =>
    sendCsv(request, reply, 'newsletter_subscribers.csv', () => exportSubscribers(deps, by)),
  )
  serve(messages.sendNewsletter, ({ body, by, request }) =>
    sendNewsletter(deps, { issue: body, by, language: callerLanguage(request) }),
  )

  serve(moderation.listNotices, async ({ query, reply }) => donePage(reply, await listNotices(deps, query)))
  serve(moderation.decideNotice, ({ body, by }) => decideNotice(deps, { ...body, by }))
  serve(moderation.listBlockedLinks, async ({ query, reply }) => donePage(reply, await listBlocks(deps, query)))
  serve(moderation.blockLink, ({ body, by }) => blockLink(deps, { body, by }))
  serve(moderation.unblockLink, ({ params, by }) => unblockLink(deps, { id: params.id, by }))

  serve(
    listSubscriptions,
    async ({ query, reply }) =>
      (await refusedUnlessSelling(deps)) ?? donePage(reply, await subscriptionsOf(deps, query)),
  )
  serve(listAuditEntries, async ({ query, reply }) => donePage(reply, await readAudit(deps, query)))

  serve(jobs.listJobs, async ({ query, reply }) => donePage(reply, await listJobs(deps, query)))
  serve(jobs.retryJob, ({ params, by }) => retryJob(deps, { id: params.id, by }))
  serve(jobs.cancelJob, ({ params, by }) => cancelJob(deps, { id: params.id, by }))
  serve(jobs.readJobFile, async ({ params, by, request, reply }) => {
    const file = await openJobFile(deps, { id: params.id, by })
    if (!file.ok) return file
    const { container, fileName, ...storedFile } = file.value
    // Admins watch the clip in the browser, so it is shown in place.
    const delivery = { mediaType: mediaTypeOf(container), showAs: fileName, cacheControl: 'private, no-store' }
    return sendFile(request, reply, { ...storedFile, ...delivery })
  })

  serve(users.listUsers, async ({ query, reply }) => donePage(reply, await listPeople(deps, query)))
  serve(users.exportUsers, ({ query, by, request, reply }) =>
    sendCsv(request, reply, usersExportName(deps.clock.now()), () => exportPeople(deps, { query, by })),
  )
  serve(invitations.listInvitations, async ({ query, reply }) => donePage(reply, await listInvitations(deps, query)))
  serve(invitations.createInvitation, ({ body, by }) => createInvitation(deps, { body, by }))
  serve(invitations.revokeInvitation, ({ params, by }) => revokeInvitation(deps, { id: params.id, by }))
  serve(users.updateUser, async ({ params, body, by }) =>
    body.subscription !== undefined && (await refusedUnlessSelling(deps))
      ? invalidRequest('There are no plans on this server.')
      : changePerson(deps, { id: params.id, change: body, by }),
  )
  serve(users.deleteUser, ({ params, by, request }) =>
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
  // The page first checks whether the export is allowed. That check reads no rows and adds no audit entry.
  if (request.method === 'HEAD') reply.send()
  else if (request.headers.range === 'bytes=0-0')
    reply.code(206).header('content-range', 'bytes 0-0/*').send(Buffer.from(BYTE_ORDER_MARK).subarray(0, 1))
  else reply.send(Readable.from(await open(), { objectMode: false }))
  return ANSWERED
}
