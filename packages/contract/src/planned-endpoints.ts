import * as account from './account.ts'
import * as admin from './admin.ts'
import * as abuse from './admin-abuse.ts'
import * as jobs from './admin-jobs.ts'
import * as settings from './admin-settings.ts'
import * as dmca from './dmca.ts'
import type { Endpoint } from './endpoint.ts'
import * as payment from './payment.ts'
import * as user from './user.ts'

/**
 * Calls that are agreed, and that the page makes, but that no server carries out yet. Each is answered `not_set_up`. Whoever
 * builds one moves it to all-endpoints.ts.
 */
export const PLANNED_ENDPOINTS: readonly Endpoint[] = [
  account.signIn,
  account.signUp,
  account.signOut,
  account.forgotPassword,
  account.resetPassword,
  account.verifyEmail,
  account.sendVerification,
  user.readProfile,
  user.updateProfile,
  user.readSubscription,
  user.listPayments,
  user.changePassword,
  user.changeEmail,
  user.listSessions,
  user.endSession,
  user.endOtherSessions,
  user.startSecondFactor,
  user.confirmSecondFactor,
  user.removeSecondFactor,
  dmca.sendNotice,
  payment.readPaymentSetup,
  payment.createPaymentOrder,
  payment.capturePaymentOrder,
  payment.reportPayment,
  admin.readAdminStats,
  admin.listUsers,
  admin.exportUsers,
  admin.updateUser,
  admin.deleteUser,
  admin.listSubscriptions,
  jobs.listJobs,
  jobs.retryJob,
  jobs.cancelJob,
  jobs.readJobFile,
  settings.readSettings,
  settings.saveSettings,
  settings.runCleanup,
  settings.readStorage,
  settings.readAdminHealth,
  abuse.listContactMessages,
  abuse.markContactMessage,
  abuse.listNotices,
  abuse.decideNotice,
  abuse.listBlockedLinks,
  abuse.blockLink,
  abuse.unblockLink,
  abuse.listAuditEntries,
]
