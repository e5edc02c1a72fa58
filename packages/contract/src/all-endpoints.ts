import { listAuditEntries } from './admin-audit.ts'
import * as jobs from './admin-jobs.ts'
import * as messages from './admin-messages.ts'
import * as moderation from './admin-moderation.ts'
import * as settings from './admin-settings.ts'
import { readAdminStats } from './admin-stats.ts'
import { listSubscriptions } from './admin-subscriptions.ts'
import * as users from './admin-users.ts'
import * as account from './auth.ts'
import { cancelBatch, createBatch, readBatch, readBatchFile } from './batch.ts'
import { confirmNewsletter, endNewsletter, sendMessage, subscribeNewsletter } from './contact.ts'
import * as dmca from './dmca.ts'
import {
  cancelDownload,
  deleteDownload,
  listDownloads,
  readDownload,
  readDownloadFile,
  requestDownload,
} from './download.ts'
import { readHealth } from './health.ts'
import * as payment from './payment.ts'
import { readPlans } from './plans.ts'
import type { Endpoint } from './protocol/endpoint.ts'
import * as user from './user.ts'
import {
  processVideo,
  readFilmstripSheet,
  readPreview,
  readSize,
  readSizes,
  readThumbnail,
  readVideo,
  readWaveform,
  setTrim,
} from './video.ts'

/** Every call of the API. The OpenAPI document lists these, and a test holds the server's routes against them. */
export const ALL_ENDPOINTS: readonly Endpoint[] = [
  processVideo,
  readVideo,
  setTrim,
  readThumbnail,
  readFilmstripSheet,
  readWaveform,
  readPreview,
  readSizes,
  readSize,
  requestDownload,
  listDownloads,
  readDownload,
  readDownloadFile,
  cancelDownload,
  deleteDownload,
  createBatch,
  readBatch,
  readBatchFile,
  cancelBatch,
  account.readCurrentUser,
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
  user.changePassword,
  user.changeEmail,
  user.listSessions,
  user.endSession,
  user.endOtherSessions,
  user.startSecondFactor,
  user.confirmSecondFactor,
  user.renewBackupCodes,
  user.removeSecondFactor,
  readPlans,
  user.readQuota,
  user.listOwnDownloads,
  user.exportData,
  user.deleteAccount,
  user.listPayments,
  payment.readPaymentSetup,
  payment.createPaymentOrder,
  payment.capturePaymentOrder,
  payment.reportPayment,
  payment.receiveWebhookEvent,
  sendMessage,
  subscribeNewsletter,
  confirmNewsletter,
  endNewsletter,
  dmca.sendNotice,
  readAdminStats,
  users.listUsers,
  users.exportUsers,
  users.updateUser,
  users.deleteUser,
  listSubscriptions,
  jobs.listJobs,
  jobs.retryJob,
  jobs.cancelJob,
  jobs.readJobFile,
  settings.readSettings,
  settings.saveSettings,
  settings.runCleanup,
  settings.readStorage,
  settings.readAdminHealth,
  messages.listContactMessages,
  messages.markContactMessage,
  messages.listNewsletterSubscribers,
  moderation.listNotices,
  moderation.decideNotice,
  moderation.listBlockedLinks,
  moderation.blockLink,
  moderation.unblockLink,
  listAuditEntries,
  readHealth,
]
