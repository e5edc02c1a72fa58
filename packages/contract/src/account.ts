import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/password'
import { PLAN_IDS } from '@kerf/domain/plans'
import { ROLES } from '@kerf/domain/role'
import { USERNAME_MAX_LENGTH } from '@kerf/domain/username'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noParams, nothing } from './identifier.ts'

/** Somebody's account, as they see it themselves. */
export const user = z.object({
  id: z.string(),
  name: z.string().nullable(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.enum(ROLES),
  subscription: z.enum(PLAN_IDS),
  subscriptionExpiresAt: z.string().nullable().meta({ description: 'ISO 8601; null when it never ends.' }),
  isActive: z.boolean(),
  createdAt: z.string(),
  lastActive: z.string().nullable(),
})
export type User = z.output<typeof user>

export const MAX_EMAIL_LENGTH = 254
export const email = z.email().max(MAX_EMAIL_LENGTH)
/** An existing password may be anything short of absurd: rules are for new ones. */
export const givenPassword = z.string().min(1).max(PASSWORD_MAX_LENGTH)
export const newPassword = z.string().min(PASSWORD_MIN_LENGTH).max(PASSWORD_MAX_LENGTH)
export const MAX_NAME_LENGTH = 100
export const personName = z.string().trim().min(1).max(MAX_NAME_LENGTH)

const signedIn = z.object({ user })

export const readCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Who is signed in.',
  params: noParams,
  body: nothing,
  answer: user,
  status: 200,
  refusals: ['not_signed_in', 'account_suspended'],
})

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/signin',
  summary: 'Start a session.',
  params: noParams,
  body: z.object({ email, password: givenPassword }),
  answer: signedIn,
  status: 200,
  refusals: ['wrong_credentials', 'account_suspended', 'too_many_requests', 'not_set_up'],
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/signup',
  summary: 'Make an account and start its first session. The username follows from the email when left out.',
  params: noParams,
  body: z.object({
    name: personName,
    username: z.string().trim().min(1).max(USERNAME_MAX_LENGTH).optional(),
    email,
    password: newPassword,
  }),
  answer: signedIn,
  status: 200,
  refusals: ['password_too_short', 'email_taken', 'too_many_requests', 'not_set_up'],
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/signout',
  summary: 'End this session.',
  params: noParams,
  body: z.object({}).optional(),
  answer: nothing,
  status: 204,
  refusals: ['not_set_up'],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Send a reset link to this email if it has an account. The answer is the same either way.',
  params: noParams,
  body: z.object({ email }),
  answer: z.object({
    resetToken: z.string().optional().meta({ description: 'The token itself, in demo mode only.' }),
  }),
  status: 200,
  refusals: ['too_many_requests', 'not_set_up'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with a token from the mail. Ends every session of the account.',
  params: noParams,
  body: z.object({ token: z.string().trim().min(1).max(256), password: newPassword }),
  answer: z.object({}),
  status: 200,
  refusals: ['invalid_token', 'password_too_short', 'too_many_requests', 'not_set_up'],
})
