import { Readable } from 'node:stream'
import * as keys from '@kerf/contract/api-keys'
import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import * as contract from '@kerf/contract/user'
import type { FastifyInstance } from 'fastify'
import type { AccountSession } from '../ports/accounts.ts'
import { addAccess } from '../use-cases/accounts/add-access.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../use-cases/accounts/api-keys.ts'
import { changeEmail, changePassword, describeAccount, renameAccount } from '../use-cases/accounts/change-account.ts'
import { readProfile } from '../use-cases/accounts/confirm-email.ts'
import { deleteAccount } from '../use-cases/accounts/delete-account.ts'
import { exportData } from '../use-cases/accounts/export-data.ts'
import {
  confirmSecondFactor,
  removeSecondFactor,
  renewBackupCodes,
  startSecondFactor,
} from '../use-cases/accounts/second-factor.ts'
import { endOtherSessions, endSession, listSessions } from '../use-cases/accounts/sign-in.ts'
import { listOwnDownloads } from '../use-cases/downloads/files/own-downloads.ts'
import { readQuota } from '../use-cases/downloads/quota.ts'
import { describeSubscription } from '../use-cases/payments/grant-plan.ts'
import { listReceipts } from '../use-cases/payments/plans-and-receipts.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done, refused } from '../use-cases/shared/outcome.ts'
import { callerLanguage, readIpAddress, readRequestOrigin } from './callers/caller.ts'
import { forgetSession, keepSession } from './callers/identify-caller.ts'
import { ANSWERED, type Handler, PASSWORD_CALLS, route, signedInRoute } from './routing/route.ts'

export function userRoutes(
  app: FastifyInstance,
  deps: Deps<
    | 'database'
    | 'accounts'
    | 'files'
    | 'clock'
    | 'limits'
    | 'caches'
    | 'ipAddressQuotaKey'
    | 'signInMethods'
    | 'presets'
  >,
): void {
  function passwordRoute<E extends Endpoint>(endpoint: E, handler: Handler<E, { session: AccountSession }>): void {
    signedInRoute(app, endpoint, handler, PASSWORD_CALLS)
  }

  route(app, contract.readQuota, async ({ viewer, request }) =>
    done(await readQuota(deps, { viewer, ipAddress: readIpAddress(request) })),
  )

  signedInRoute(app, contract.readProfile, async ({ session }) => done(await readProfile(deps, session.account)))

  signedInRoute(app, contract.updateProfile, async ({ session, body }) => {
    const account = await renameAccount(deps, { account: session.account, name: body.name })
    return account.ok ? done(describeAccount(account.value, deps.clock.now())) : account
  })

  signedInRoute(app, contract.readSubscription, ({ session }) =>
    done(describeSubscription(session.account, deps.clock.now())),
  )

  signedInRoute(app, contract.listPayments, async ({ session }) =>
    done({ payments: await listReceipts(deps, session.account.id) }),
  )

  passwordRoute(contract.changePassword, async ({ session, body, request, reply }) => {
    if (!deps.signInMethods.localPasswords) return refused('local_sign_in_off')
    const newToken = await changePassword(deps, { session, change: body, ...readRequestOrigin(request) })
    if (!newToken.ok) return newToken
    keepSession(request, reply, { sessionToken: newToken.value })
    return done({})
  })

  passwordRoute(contract.changeEmail, ({ session, body, request }) =>
    changeEmail(deps, { session, change: body, ...readRequestOrigin(request) }),
  )

  signedInRoute(app, contract.listSessions, async ({ session }) =>
    done({ sessions: await listSessions(deps, session) }),
  )

  signedInRoute(app, contract.endSession, async ({ session, params: { id }, request, reply }) => {
    const outcome = await endSession(deps, { session, id })
    if (outcome.ok && id === session.id) forgetSession(request, reply)
    return outcome
  })

  signedInRoute(app, contract.endOtherSessions, ({ session, body }) =>
    endOtherSessions(deps, { session, revokeKeys: body?.revokeKeys ?? true }),
  )

  passwordRoute(contract.startSecondFactor, ({ session, body }) => startSecondFactor(deps, { session, ...body }))

  passwordRoute(contract.confirmSecondFactor, async ({ session, body, request, reply }) => {
    const newToken = await confirmSecondFactor(deps, { session, ...body })
    if (!newToken.ok) return newToken
    keepSession(request, reply, { sessionToken: newToken.value })
    return done({})
  })

  passwordRoute(contract.renewBackupCodes, ({ session, body }) => renewBackupCodes(deps, { session, ...body }))

  passwordRoute(contract.removeSecondFactor, async ({ session, body, request, reply }) => {
    const newToken = await removeSecondFactor(deps, { session, ...body })
    if (!newToken.ok) return newToken
    keepSession(request, reply, { sessionToken: newToken.value })
    return done(undefined)
  })

  signedInRoute(app, keys.listApiKeys, async ({ session }) =>
    done({ keys: await listApiKeys(deps, session.account.id) }),
  )

  passwordRoute(keys.createApiKey, ({ session, body: { name, password }, request }) =>
    addAccess(deps, { session, password, access: { kind: 'key', name }, ...readRequestOrigin(request) }, () =>
      createApiKey(deps, { session, name }),
    ),
  )

  signedInRoute(app, keys.revokeApiKey, ({ session, params: { id } }) =>
    revokeApiKey(deps, { id, accountId: session.account.id }),
  )

  signedInRoute(app, contract.listOwnDownloads, ({ session, query }) =>
    listOwnDownloads(deps, { viewerId: session.account.id, beforeId: query.before }),
  )

  signedInRoute(app, contract.exportData, async ({ session, reply }) => {
    const dataExport = await exportData(deps, session)
    if (!dataExport.ok) return dataExport
    const { fileName, chunks } = dataExport.value
    reply
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'private, no-store')
      .type('application/json; charset=utf-8')
      .send(Readable.from(chunks, { objectMode: false }))
    return ANSWERED
  })

  passwordRoute(contract.deleteAccount, async ({ session, body, request, reply }) => {
    const outcome = await deleteAccount(deps, { session, ...body, language: callerLanguage(request) })
    if (outcome.ok) forgetSession(request, reply)
    return outcome
  })
}
