import {
  changeEmail,
  changePassword,
  confirmSecondFactor,
  endOtherSessions,
  endSession,
  listSessions,
  readProfile,
  readSubscription,
  removeSecondFactor,
  renewBackupCodes,
  startSecondFactor,
  updateProfile,
} from '@kerf/contract/user'
import type { FastifyInstance } from 'fastify'
import { done } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { callerLanguage, callerOf } from './callers/caller.ts'
import { forgetSession, keepSession } from './callers/identify-caller.ts'
import { signedInRoute } from './routing/signed-in-route.ts'

const PASSWORD_CALLS = { callsPerMinute: 60 }

/** What signed-in people read and change about themselves. */
export function userRoutes(app: FastifyInstance, useCases: UseCases): void {
  signedInRoute(app, readProfile, ({ session }) => done(useCases.describeAccount(session.account)))

  signedInRoute(app, updateProfile, async ({ session, body }) => {
    const renamed = await useCases.changeAccount.rename(session.account, body.name)
    return renamed.ok ? done(useCases.describeAccount(renamed.value)) : renamed
  })

  signedInRoute(app, readSubscription, ({ session }) => done(useCases.describeSubscription(session.account)))

  signedInRoute(
    app,
    changePassword,
    ({ session, body, request }) =>
      useCases.changeAccount.changePassword(session, body, callerOf(request), callerLanguage(request)),
    PASSWORD_CALLS,
  )

  signedInRoute(
    app,
    changeEmail,
    ({ session, body, request }) =>
      useCases.changeAccount.changeEmail(session.account, body, callerOf(request), callerLanguage(request)),
    PASSWORD_CALLS,
  )

  signedInRoute(app, listSessions, async ({ session }) => done({ sessions: await useCases.sessions.list(session) }))

  signedInRoute(app, endSession, async ({ session, params, request, reply }) => {
    const ended = await useCases.sessions.end(session, params.id)
    if (ended.ok && params.id === session.id) forgetSession(request, reply)
    return ended
  })

  signedInRoute(app, endOtherSessions, ({ session }) => useCases.sessions.endOthers(session))

  signedInRoute(
    app,
    startSecondFactor,
    ({ session, body }) => useCases.secondFactor.start(session, body.password),
    PASSWORD_CALLS,
  )

  signedInRoute(
    app,
    confirmSecondFactor,
    async ({ session, body, request, reply }) => {
      const confirmed = await useCases.secondFactor.confirm(session, body.code)
      if (!confirmed.ok) return confirmed
      keepSession(request, reply, { ticket: confirmed.value })
      return done({})
    },
    PASSWORD_CALLS,
  )

  signedInRoute(
    app,
    renewBackupCodes,
    ({ session, body }) => useCases.secondFactor.renewCodes(session, body.password),
    PASSWORD_CALLS,
  )

  signedInRoute(
    app,
    removeSecondFactor,
    async ({ session, body, request, reply }) => {
      const removed = await useCases.secondFactor.remove(session, body.password)
      if (!removed.ok) return removed
      keepSession(request, reply, { ticket: removed.value })
      return done(undefined)
    },
    PASSWORD_CALLS,
  )
}
