import { VIEWER_KINDS } from '@kerf/domain/access/viewer'
import { PLAN_IDS } from '@kerf/domain/plans/plans'
import { z } from 'zod'
import { confirmingPassword, email, givenPassword, MAX_CODE_LENGTH, newPassword, personName, user } from './auth.ts'
import { download } from './download.ts'
import { endpoint } from './protocol/endpoint.ts'
import { identifier, idParams } from './protocol/identifier.ts'

const emptyAnswer = z.object({})

export const profile = user.extend({
  hasPassword: z
    .boolean()
    .optional()
    .describe(
      'Whether changes are confirmed by a password. Without one, they need a sign-in within the last 15 minutes.',
    ),
  verificationSentAt: z
    .string()
    .nullable()
    .optional()
    .describe(
      'When the email that confirms the address was last sent; null once confirmed, or when its link is long over.',
    ),
})
export type Profile = z.output<typeof profile>

export const readProfile = endpoint('GET /api/user/profile', {
  summary: "The signed-in person's account.",
  answer: profile,
  refusals: ['not_signed_in'],
})

export const profileChange = z.object({ name: personName })

export const updateProfile = endpoint('PUT /api/user/profile', {
  summary: 'Change the profile. Returns the updated account.',
  body: profileChange,
  answer: user,
  refusals: ['not_signed_in', 'invalid_request', 'too_many_requests'],
})

export const subscriptionInfo = z.object({
  subscription: z.enum(PLAN_IDS),
  expiresAt: z.string().nullable().describe('ISO 8601; null when it never ends.'),
})
export type SubscriptionInfo = z.output<typeof subscriptionInfo>

export const readSubscription = endpoint('GET /api/user/subscription', {
  summary: 'The plan of the signed-in person and when it ends.',
  answer: subscriptionInfo,
  refusals: ['not_signed_in'],
})

export const PAYMENT_STATUSES = ['paid', 'pending', 'failed', 'refunded'] as const

export const payment = z.object({
  id: z.string().describe('The order id at the provider.'),
  plan: z.enum(PLAN_IDS),
  amountCents: z.number().int(),
  currency: z.string().length(3).describe('ISO 4217'),
  status: z.enum(PAYMENT_STATUSES),
  receiptNumber: z.string().nullable().describe('For completed payments: `KERF-2026-000042`.'),
  refundedCents: z.number().int().describe('How much was refunded.'),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  startsAt: z
    .string()
    .nullable()
    .describe('When the plan begins: later than `paidAt` if it extends a plan. null if nothing was bought.'),
  endsAt: z
    .string()
    .nullable()
    .describe('When the plan ends; null if it never does. A later refund does not change it.'),
})
export type Payment = z.output<typeof payment>

export const listPayments = endpoint('GET /api/user/payments', {
  summary: "The signed-in person's receipts, newest first.",
  answer: z.object({ payments: z.array(payment) }),
  refusals: ['not_signed_in'],
})

export const ownDownload = download.extend({ title: z.string(), url: z.string() })
export type OwnDownload = z.output<typeof ownDownload>

export const listOwnDownloads = endpoint('GET /api/user/downloads', {
  summary: "All of this viewer's downloads, newest first, a page at a time.",
  query: z.object({ before: identifier.optional().describe('`next` of the page before.') }),
  answer: z.object({
    downloads: z.array(ownDownload),
    next: z.string().nullable().describe('Pass it as `before` to get older ones; null if there are none.'),
  }),
  refusals: ['not_signed_in', 'invalid_request'],
})

export const listRecentDownloads = endpoint('GET /api/download', {
  alwaysOpen: true,
  summary: "This viewer's downloads that are being cut or have a file, newest first, twenty at most. Needs no account.",
  answer: z.object({ downloads: z.array(ownDownload) }),
  refusals: [],
})

/** Whether the change also revokes API keys and turns webhooks off, for example after a theft. */
const revokeKeys = z.boolean().optional().describe('Also revoke all API keys and turn all webhooks off. Default: true.')

export const passwordChange = z.object({ currentPassword: givenPassword, newPassword, revokeKeys })

export const changePassword = endpoint('POST /api/user/password', {
  summary: 'Set a new password. Every other session of the account ends, and this one gets a new cookie.',
  body: passwordChange,
  answer: emptyAnswer,
  refusals: ['not_signed_in', 'local_sign_in_off', 'wrong_password', 'password_too_short', 'too_many_requests'],
})

export const emailChange = z.object({ email, password: confirmingPassword, revokeKeys })

export const changeEmail = endpoint('POST /api/user/email', {
  summary: 'Request a new email. It takes effect once the link sent to it is opened.',
  body: emailChange,
  answer: emptyAnswer,
  refusals: ['not_signed_in', 'wrong_password', 'recent_sign_in_needed', 'too_many_requests'],
})

export const sessionInfo = z.object({
  id: z.string(),
  current: z.boolean().describe('The session of this request.'),
  userAgent: z.string().nullable().describe('The user agent of its browser.'),
  createdAt: z.string(),
  lastActive: z.string(),
})
export type SessionInfo = z.output<typeof sessionInfo>

export const listSessions = endpoint('GET /api/user/sessions', {
  summary: 'The sessions of the signed-in person.',
  answer: z.object({ sessions: z.array(sessionInfo) }),
  refusals: ['not_signed_in'],
})

export const endSession = endpoint('DELETE /api/user/sessions/{id}', {
  summary: 'End one session.',
  params: idParams,
  refusals: ['not_signed_in', 'not_found'],
})

export const endOtherSessions = endpoint('POST /api/user/sessions/end-others', {
  summary: 'End every session except this one.',
  body: z.object({ revokeKeys }).optional(),
  answer: z.object({ ended: z.number().int() }),
  refusals: ['not_signed_in'],
})

export const exportData = endpoint('GET /api/user/export', {
  summary: 'Everything that is stored about the signed-in person, as one JSON file.',
  answer: z.unknown(),
  file: 'application/json',
  refusals: ['not_signed_in', 'too_many_requests'],
})

export const accountDeletion = z.object({ password: confirmingPassword })

export const deleteAccount = endpoint('DELETE /api/user', {
  summary:
    'Delete the account, its sessions, videos, downloads and clips. Payment records stay as long as the law requires.',
  body: accountDeletion,
  refusals: ['not_signed_in', 'wrong_password', 'recent_sign_in_needed', 'last_admin', 'too_many_requests'],
})

const backupCodes = z.array(z.string()).describe('Each works once if the app is lost. They are not shown again.')

export const startSecondFactor = endpoint('POST /api/user/second-factor', {
  summary: 'Start to set up an authenticator app. Sign-in does not change until the first code is confirmed.',
  body: z.object({ password: confirmingPassword }),
  answer: z.object({
    uri: z.string().describe('`otpauth://` address: what the app reads from a QR code.'),
    secret: z.string().describe('The same, to be typed: base32.'),
    backupCodes,
  }),
  refusals: ['not_signed_in', 'wrong_password', 'recent_sign_in_needed', 'invalid_request', 'too_many_requests'],
})

export const confirmSecondFactor = endpoint('POST /api/user/second-factor/confirm', {
  summary:
    'Turn on two-factor authentication with the first code from the app. Every other session of the account ends.',
  body: z.object({ code: z.string().trim().min(1).max(MAX_CODE_LENGTH) }),
  answer: emptyAnswer,
  refusals: ['not_signed_in', 'wrong_code', 'invalid_request', 'second_factor_unreadable', 'too_many_requests'],
})

export const renewBackupCodes = endpoint('POST /api/user/second-factor/backup-codes', {
  summary: 'Create new backup codes. The old ones stop working.',
  body: z.object({ password: confirmingPassword }),
  answer: z.object({ backupCodes }),
  refusals: ['not_signed_in', 'wrong_password', 'recent_sign_in_needed', 'invalid_request', 'too_many_requests'],
})

export const removeSecondFactor = endpoint('DELETE /api/user/second-factor', {
  summary: 'Turn off two-factor authentication.',
  body: z.object({ password: confirmingPassword }),
  refusals: ['not_signed_in', 'wrong_password', 'recent_sign_in_needed', 'invalid_request', 'too_many_requests'],
})

export const quota = z.object({
  viewer: z.enum(VIEWER_KINDS),
  quota: z.object({ dailyDownloads: z.number().int(), monthlyDownloads: z.number().int() }),
  limits: z.object({
    dailyLimit: z.number().int().nullable().describe('null: unlimited'),
    monthlyLimit: z.number().int().nullable(),
    longestClipSeconds: z.number().nullable(),
  }),
  resetsAt: z.object({ daily: z.string(), monthly: z.string() }),
})
export type Quota = z.output<typeof quota>

export const readQuota = endpoint('GET /api/user/quota', {
  summary: 'How many downloads this viewer has used, the limits, and when they reset.',
  answer: quota,
})
