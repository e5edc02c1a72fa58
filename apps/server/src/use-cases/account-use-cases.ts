import type { Accounts, FoundSession } from '../ports/accounts.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../ports/database.ts'
import { admitAdmin } from './admit-admin/admit-admin.ts'
import { adoptVisitor } from './adopt-visitor/adopt-visitor.ts'
import { changeAccount } from './change-account/change-account.ts'
import { confirmEmail, sendVerification } from './confirm-email/confirm-email.ts'
import { describeAccount, describeSubscription } from './describe-account/describe-account.ts'
import { identifyViewer } from './identify-viewer/identify-viewer.ts'
import type { LimitAttempts } from './limit-attempts/limit-attempts.ts'
import { manageSessions } from './manage-sessions/manage-sessions.ts'
import { requestReset, resetPassword } from './reset-password/reset-password.ts'
import { secondFactor } from './second-factor/second-factor.ts'
import { createDeviceMarks } from './sign-in/device-mark.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signUp } from './sign-up/sign-up.ts'

export interface AccountUseCaseDeps {
  database: Database
  accounts: Accounts
  clock: Clock
  limits: LimitAttempts
  /** Signs what browsers keep to show that they have been signed in before. */
  secret: string
  demoMode: boolean
}

/** Everything about accounts that the HTTP side may ask for. */
export function createAccountUseCases(given: AccountUseCaseDeps) {
  const deps = { ...given, deviceMarks: createDeviceMarks(given.secret) }
  const { identify, welcome } = identifyViewer(deps)
  return {
    identify,
    welcome,
    signUp: signUp(deps),
    signIn: signIn(deps),
    signOut: (session: FoundSession) => deps.accounts.endSession(session.ticket),
    admitAdmin: admitAdmin(deps),
    adoptVisitor: adoptVisitor(deps),
    requestReset: requestReset(deps),
    resetPassword: resetPassword(deps),
    sendVerification: sendVerification(deps),
    confirmEmail: confirmEmail(deps),
    changeAccount: changeAccount(deps),
    sessions: manageSessions(deps),
    secondFactor: secondFactor(deps),
    describeAccount: (account: FoundSession['account']) => describeAccount(account, deps.clock.now()),
    describeSubscription: (account: FoundSession['account']) => describeSubscription(account, deps.clock.now()),
  }
}
