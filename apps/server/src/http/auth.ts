import * as contract from '@kerf/contract/auth'
import * as entryLinks from '@kerf/contract/entry-links'
import * as oidc from '@kerf/contract/oidc'
import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readInvitation } from '../use-cases/accounts/accept-invitation.ts'
import { describeAccount } from '../use-cases/accounts/change-account.ts'
import { confirmEmail, sendVerification } from '../use-cases/accounts/confirm-email.ts'
import { adoptStranger } from '../use-cases/accounts/identify-viewer.ts'
import { finishOidc, finishOidcWithCode, startOidc } from '../use-cases/accounts/oidc-sign-in.ts'
import { requestPasswordReset, resetPassword } from '../use-cases/accounts/reset-password.ts'
import { type SignedIn, signIn, signOut } from '../use-cases/accounts/sign-in.ts'
import { signUp } from '../use-cases/accounts/sign-up.ts'
import { setUp } from '../use-cases/admin/first-admin.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done, type Outcome, refused } from '../use-cases/shared/outcome.ts'
import { readCaller, readRequestOrigin } from './callers/caller.ts'
import {
  forgetSession,
  keepDeviceMark,
  keepOidcBrowser,
  keepSession,
  readDeviceMark,
  readOidcBrowser,
  readSessionToken,
} from './callers/identify-caller.ts'
import { logAction } from './logs/security-log.ts'
import { siteAddressFor } from './routing/request-headers.ts'
import { type Handler, PASSWORD_CALLS, route } from './routing/route.ts'

/**
 * Page to which the identity provider returns people. The redirect URI at the provider is the site's address and this
 * path.
 */
const OIDC_CALLBACK = '/signin'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const describe = (account: SignedIn['account']) => describeAccount(account, deps.clock.now())

  function passwordRoute<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    route(app, endpoint, handler, PASSWORD_CALLS)
  }

  /** Route that works with passwords, refused where the operator has switched them off. */
  function localRoute<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    const admit = () => (deps.signInMethods.localPasswords ? null : refused('local_sign_in_off'))
    route(app, endpoint, handler, { ...PASSWORD_CALLS, admit })
  }

  route(app, contract.readCurrentUser, ({ session, request, reply }) => {
    if (session) return done(describe(session.account))
    // The session has ended, so the browser can delete its cookies.
    if (readSessionToken(request) !== undefined) forgetSession(request, reply)
    return refused('not_signed_in')
  })

  localRoute(contract.signIn, async ({ body: credentials, request, reply }) => {
    const attempt = { credentials, caller: readCaller(request), deviceMark: readDeviceMark(request) }
    return beginSession(await signIn(deps, attempt), request, reply)
  })

  localRoute(contract.signUp, async ({ body: person, request, reply }) =>
    beginSession(await signUp(deps, { person, ...readRequestOrigin(request) }), request, reply),
  )

  passwordRoute(entryLinks.setUp, async ({ body, request, reply }) =>
    beginSession(await setUp(deps, { body, caller: readCaller(request) }), request, reply),
  )

  route(app, entryLinks.readInvitation, ({ body, request }) =>
    readInvitation(deps, { ...body, caller: readCaller(request) }),
  )

  passwordRoute(oidc.startOidc, ({ body, request, reply }) => {
    const redirectUri = siteAddressFor(request) + OIDC_CALLBACK
    return startOidc(deps, { request: body, redirectUri, browser: keepOidcBrowser(request, reply) })
  })

  passwordRoute(oidc.finishOidc, async ({ body: answer, request, reply }) => {
    const signInResult = await finishOidc(deps, {
      answer,
      browser: readOidcBrowser(request),
      ...readRequestOrigin(request),
    })
    if (!signInResult.ok) return signInResult
    const { goTo } = signInResult.value
    if ('challenge' in signInResult.value)
      return done({ state: 'second_factor', challenge: signInResult.value.challenge, goTo } as const)
    const session = await beginSession(done(signInResult.value.signedIn), request, reply)
    return session.ok ? done({ state: 'signed_in', goTo, ...session.value } as const) : session
  })

  passwordRoute(oidc.finishOidcWithCode, async ({ body, request, reply }) =>
    beginSession(await finishOidcWithCode(deps, { ...body, caller: readCaller(request) }), request, reply),
  )

  route(app, contract.signOut, async ({ session, request, reply }) => {
    if (session) {
      await signOut(deps, session)
      logAction(request, session.account.id)
    }
    forgetSession(request, reply)
    return done(undefined)
  })

  localRoute(contract.forgotPassword, ({ body, request }) =>
    requestPasswordReset(deps, { ...body, ...readRequestOrigin(request) }),
  )

  localRoute(contract.resetPassword, async ({ body, request, reply }) => {
    const reset = await resetPassword(deps, { ...body, ...readRequestOrigin(request) })
    if (!reset.ok) return reset
    keepDeviceMark(request, reply, reset.value.deviceMark)
    return done({})
  })

  route(app, contract.verifyEmail, ({ body, request }) =>
    confirmEmail(deps, { ...body, ...readRequestOrigin(request) }),
  )

  route(app, contract.sendVerification, ({ session, request }) =>
    session
      ? sendVerification(deps, { account: session.account, ...readRequestOrigin(request) })
      : refused('not_signed_in'),
  )

  /** Begins a session: ends the previous one, and moves the visitor's videos and downloads to the account. */
  async function beginSession(outcome: Outcome<SignedIn>, request: FastifyRequest, reply: FastifyReply) {
    if (!outcome.ok) return outcome
    const { account } = outcome.value
    if (request.session) await signOut(deps, request.session)
    await adoptStranger(deps, { stranger: request.stranger, accountId: account.id })
    keepSession(request, reply, outcome.value)
    logAction(request, account.id)
    return done({ user: describe(account) })
  }
}
