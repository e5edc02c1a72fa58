import * as account from './account.ts'
import * as admin from './admin.ts'
import * as abuse from './admin-abuse.ts'
import * as jobs from './admin-jobs.ts'
import * as settings from './admin-settings.ts'
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
import type { Endpoint } from './endpoint.ts'
import { readHealth } from './health.ts'
import * as payment from './payment.ts'
import { readPlans } from './plans.ts'
import * as user from './user.ts'
import {
  processVideo,
  readFilmstripSheet,
  readPreview,
  readSizes,
  readThumbnail,
  readVideo,
  readWaveform,
  setTrim,
} from './video.ts'
import { readQuota } from './viewer.ts'

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
  user.removeSecondFactor,
  readPlans,
  readQuota,
  user.listOwnDownloads,
  user.exportData,
  user.deleteAccount,
  user.listPayments,
  payment.readPaymentSetup,
  payment.createPaymentOrder,
  payment.capturePaymentOrder,
  payment.reportPayment,
  payment.receiveNotice,
  sendMessage,
  subscribeNewsletter,
  confirmNewsletter,
  endNewsletter,
  dmca.sendNotice,
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
  abuse.listNewsletterSubscribers,
  abuse.listNotices,
  abuse.decideNotice,
  abuse.listBlockedLinks,
  abuse.blockLink,
  abuse.unblockLink,
  abuse.listAuditEntries,
  readHealth,
]
