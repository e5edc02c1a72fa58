import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { ROLES } from '@kerf/domain/access/viewer'
import { isUsername, USERNAME_MAX_LENGTH } from '@kerf/domain/people/username'
import { PLAN_IDS } from '@kerf/domain/plans/plans'
import { isOneLineText } from '@kerf/domain/text/plain-text'
import { z } from 'zod'
import { endpoint } from './protocol/endpoint.ts'

export const user = z.object({
  id: z.string(),
  name: z.string().nullable(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  secondFactor: z.boolean().describe('Whether signing in also needs a code from an authenticator app.'),
  role: z.enum(ROLES),
  subscription: z.enum(PLAN_IDS),
  subscriptionExpiresAt: z.string().nullable().describe('ISO 8601; null when it never ends.'),
  isActive: z.boolean(),
  createdAt: z.string(),
  lastActive: z.string().nullable(),
})
export type User = z.output<typeof user>

export const MAX_EMAIL_LENGTH = 254
/** Email pattern of zod, extended by punycode top-level domains. Browsers send them for non-ASCII domains. */
const EMAIL_PATTERN =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$/
export const email = z.email({ pattern: EMAIL_PATTERN }).max(MAX_EMAIL_LENGTH)
/** An existing password. The rules for new passwords do not apply. */
export const givenPassword = z.string().min(1).max(PASSWORD_MAX_LENGTH)
export const newPassword = z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH)
/** Maximum length of a second factor, which is six digits or a backup code. */
export const MAX_CODE_LENGTH = 32
export const MAX_NAME_LENGTH = 100
/** Schema of one trimmed, visible line for names and subjects. Lengths are in characters. */
export const oneLine = ({ min, max }: { min: number; max: number }) =>
  z.string().trim().min(min).max(max).refine(isOneLineText)
export const personName = oneLine({ min: 1, max: MAX_NAME_LENGTH })

/** Current password. It is not required for accounts without a password and for new sessions. */
export const confirmingPassword = givenPassword.optional()

/** Opaque one-time token from the link of an email. */
export const mailedToken = z.string().trim().min(1).max(256)

export const signInAnswer = z.object({ user })

export const readCurrentUser = endpoint('GET /api/auth/user', {
  summary: 'Who is signed in.',
  answer: user,
  refusals: ['not_signed_in'],
})

export const signIn = endpoint('POST /api/auth/signin', {
  alwaysOpen: true,
  summary: 'Start a session.',
  body: z.object({
    email,
    password: givenPassword,
    code: z
      .string()
      .trim()
      .min(1)
      .max(MAX_CODE_LENGTH)
      .optional()
      .describe('From the authenticator app, or a backup code; once `second_factor_needed` was answered.'),
  }),
  answer: signInAnswer,
  refusals: [
    'local_sign_in_off',
    'wrong_credentials',
    'account_suspended',
    'second_factor_needed',
    'wrong_code',
    'second_factor_unreadable',
    'too_many_requests',
  ],
})

export const signUp = endpoint('POST /api/auth/signup', {
  alwaysOpen: true,
  summary: 'Create an account and start its first session. Without a username, one is made from the email.',
  body: z.object({
    name: personName,
    username: oneLine({ min: 1, max: USERNAME_MAX_LENGTH }).refine(isUsername).optional(),
    email,
    password: newPassword,
    invitation: mailedToken
      .optional()
      .describe('The token of an invitation; needed where accounts are by invitation only.'),
  }),
  answer: signInAnswer,
  refusals: [
    'local_sign_in_off',
    'password_too_short',
    'email_taken',
    'invitation_needed',
    'invalid_confirmation',
    'too_many_requests',
  ],
})

export const signOut = endpoint('POST /api/auth/signout', {
  alwaysOpen: true,
  summary: 'End this session.',
})

export const forgotPassword = endpoint('POST /api/auth/forgot-password', {
  alwaysOpen: true,
  summary: 'Send a reset link to this email if it has an account. The answer is the same either way.',
  body: z.object({ email }),
  answer: z.object({
    resetToken: z.string().optional().describe('The token itself, in demo mode only.'),
  }),
  refusals: ['local_sign_in_off', 'too_many_requests'],
})

export const resetPassword = endpoint('POST /api/auth/reset-password', {
  alwaysOpen: true,
  summary: 'Set a new password with the token from the email. Ends every session of the account.',
  body: z.object({ token: mailedToken, password: newPassword }),
  answer: z.object({}),
  refusals: ['local_sign_in_off', 'invalid_token', 'password_too_short', 'too_many_requests'],
})

export const verifyEmail = endpoint('POST /api/auth/verify-email', {
  alwaysOpen: true,
  summary: 'Confirm an email, or a change of email, with the token from the email. Needs no session.',
  body: z.object({ token: mailedToken }),
  answer: z.object({ email, changed: z.boolean().describe("Whether it is the account's new email.") }),
  refusals: ['invalid_confirmation', 'email_taken', 'too_many_requests'],
})

export const sendVerification = endpoint('POST /api/auth/send-verification', {
  summary: 'Send the confirmation email of the signed-in person again.',
  answer: z.object({}),
  refusals: ['not_signed_in', 'too_many_requests'],
})
