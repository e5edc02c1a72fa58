import * as contract from '@kerf/contract/auth'
import * as entryLinks from '@kerf/contract/entry-links'
import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readInvitation } from '../use-cases/accounts/accept-invitation.ts'
import { describeAccount } from '../use-cases/accounts/change-account.ts'
import { confirmEmail, sendVerification } from '../use-cases/accounts/confirm-email.ts'
import { adoptVisitor } from '../use-cases/accounts/identify-viewer.ts'
import { requestPasswordReset, resetPassword } from '../use-cases/accounts/reset-password.ts'
import { type SignedIn, signIn, signOut } from '../use-cases/accounts/sign-in.ts'
import { signUp } from '../use-cases/accounts/sign-up.ts'
import { setUp } from '../use-cases/admin/first-admin.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done, type Outcome, refused } from '../use-cases/shared/outcome.ts'
import { callerOf, fromOf } from './callers/caller.ts'
import { deviceMarkOf, forgetSession, keepDeviceMark, keepSession, sessionTokenOf } from './callers/identify-caller.ts'
import { logAction } from './logs/security-log.ts'
import { type Handler, PASSWORD_CALLS, route } from './routing/route.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const describe = (account: SignedIn['account']) => describeAccount(account, deps.clock.now())

  function passwordRoute<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    route(app, endpoint, handler, PASSWORD_CALLS)
  }

  route(app, contract.readCurrentUser, ({ session, request, reply }) => {
    if (session) return done(describe(session.account))
    // The page asks on every load: what its browser keeps of a session that has ended is of no more use.
    if (sessionTokenOf(request) !== undefined) forgetSession(request, reply)
    return refused('not_signed_in')
  })

  passwordRoute(contract.signIn, async ({ body: credentials, request, reply }) => {
    const asked = { credentials, caller: callerOf(request), deviceMark: deviceMarkOf(request) }
    return begin(await signIn(deps, asked), request, reply)
  })

  passwordRoute(contract.signUp, async ({ body: person, request, reply }) =>
    begin(await signUp(deps, { person, ...fromOf(request) }), request, reply),
  )

  passwordRoute(entryLinks.setUp, async ({ body: given, request, reply }) =>
    begin(await setUp(deps, { given, caller: callerOf(request) }), request, reply),
  )

  route(app, entryLinks.readInvitation, ({ body, request }) =>
    readInvitation(deps, { ...body, caller: callerOf(request) }),
  )

  route(app, contract.signOut, async ({ session, request, reply }) => {
    if (session) {
      await signOut(deps, session)
      logAction(request, session.account.id)
    }
    forgetSession(request, reply)
    return done(undefined)
  })

  passwordRoute(contract.forgotPassword, ({ body, request }) =>
    requestPasswordReset(deps, { ...body, ...fromOf(request) }),
  )

  passwordRoute(contract.resetPassword, async ({ body, request, reply }) => {
    const reset = await resetPassword(deps, { ...body, ...fromOf(request) })
    if (!reset.ok) return reset
    keepDeviceMark(request, reply, reset.value.deviceMark)
    return done({})
  })

  route(app, contract.verifyEmail, ({ body, request }) => confirmEmail(deps, { ...body, ...fromOf(request) }))

  route(app, contract.sendVerification, ({ session, request }) =>
    session ? sendVerification(deps, { account: session.account, ...fromOf(request) }) : refused('not_signed_in'),
  )

  /** A session has been opened: the one before it ends, and what the stranger had made comes along. */
  async function begin(outcome: Outcome<SignedIn>, request: FastifyRequest, reply: FastifyReply) {
    if (!outcome.ok) return outcome
    const { account } = outcome.value
    if (request.session) await signOut(deps, request.session)
    await adoptVisitor(deps, { visitor: request.visitor, accountId: account.id })
    keepSession(request, reply, outcome.value)
    logAction(request, account.id)
    return done({ user: describe(account) })
  }
}
