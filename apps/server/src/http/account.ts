import {
  forgotPassword,
  readCurrentUser,
  resetPassword,
  sendVerification,
  signIn,
  signOut,
  signUp,
  verifyEmail,
} from '@kerf/contract/auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../use-cases/accounts/sign-in.ts'
import { done, type Outcome, refused } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { callerLanguage, callerOf } from './callers/caller.ts'
import { deviceMarkOf, forgetSession, keepSession, ticketOf } from './callers/identify-caller.ts'
import { noteDeed } from './logs/security-log.ts'
import { route } from './routing/route.ts'

/** A password is checked with a deliberately slow function: what one address can make us work is bounded. */
const PASSWORD_CALLS = { callsPerMinute: 60 }

/** Who is signed in, and how they come and go. */
export function accountRoutes(app: FastifyInstance, useCases: UseCases): void {
  route(app, readCurrentUser, ({ session, request, reply }) => {
    if (session) return done(useCases.describeAccount(session.account))
    // The page asks on every load: what its browser keeps of a session that has ended is of no more use.
    if (ticketOf(request) !== undefined) forgetSession(request, reply)
    return refused('not_signed_in')
  })

  route(
    app,
    signIn,
    async ({ body, request, reply }) =>
      begin(await useCases.signIn(body, callerOf(request), deviceMarkOf(request)), request, reply),
    PASSWORD_CALLS,
  )

  route(
    app,
    signUp,
    async ({ body, request, reply }) =>
      begin(await useCases.signUp(body, callerOf(request), callerLanguage(request)), request, reply),
    PASSWORD_CALLS,
  )

  route(app, signOut, async ({ session, request, reply }) => {
    if (session) {
      await useCases.signOut(session)
      noteDeed(request, session.account.id)
    }
    forgetSession(request, reply)
    return done(undefined)
  })

  route(
    app,
    forgotPassword,
    ({ body, request }) => useCases.requestReset(body.email, callerOf(request), callerLanguage(request)),
    PASSWORD_CALLS,
  )

  route(
    app,
    resetPassword,
    ({ body, request }) => useCases.resetPassword(body, callerOf(request), callerLanguage(request)),
    PASSWORD_CALLS,
  )

  route(app, verifyEmail, ({ body, request }) =>
    useCases.confirmEmail(body.token, callerOf(request), callerLanguage(request)),
  )

  route(app, sendVerification, ({ session, request }) =>
    session
      ? useCases.sendVerification(session.account, callerOf(request), callerLanguage(request))
      : refused('not_signed_in'),
  )

  /** A session has been opened: the one before it ends, and what the stranger had made comes along. */
  async function begin(outcome: Outcome<SignedIn>, request: FastifyRequest, reply: FastifyReply) {
    if (!outcome.ok) return outcome
    if (request.session) await useCases.signOut(request.session)
    await useCases.adoptVisitor(request.visitor, outcome.value.account.id)
    keepSession(request, reply, outcome.value)
    noteDeed(request, outcome.value.account.id)
    return done({ user: useCases.describeAccount(outcome.value.account) })
  }
}
