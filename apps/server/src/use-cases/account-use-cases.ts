import type { Accounts, FoundSession } from '../ports/accounts.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../ports/database.ts'
import { adoptVisitor } from './accounts/adopt-visitor.ts'
import { changeAccount } from './accounts/change-account.ts'
import { confirmEmail, sendVerification } from './accounts/confirm-email.ts'
import { describeAccount, describeSubscription } from './accounts/describe-account.ts'
import { createDeviceMarks } from './accounts/device-mark.ts'
import { identifyViewer } from './accounts/identify-viewer.ts'
import type { LimitAttempts } from './accounts/limit-attempts.ts'
import { requestReset, resetPassword } from './accounts/reset-password.ts'
import { secondFactor } from './accounts/second-factor.ts'
import { manageSessions } from './accounts/sessions.ts'
import { signIn } from './accounts/sign-in.ts'
import { signUp } from './accounts/sign-up.ts'
import { admitAdmin } from './admin/admit-admin.ts'

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
