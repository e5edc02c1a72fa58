import { z } from 'zod'
import { MAX_CODE_LENGTH, mailedToken, signInAnswer, user } from './auth.ts'
import { endpoint } from './protocol/endpoint.ts'

/** A path of this site: the page that a visitor wanted before sign-in. */
const sitePath = z
  .string()
  .max(512)
  .regex(/^\/(?![/\\])\P{Cc}*$/u)

export const startOidc = endpoint('POST /api/auth/oidc', {
  alwaysOpen: true,
  summary: 'Start to sign in with the OpenID Connect provider: the address to go to. It leads back to `/signin`.',
  body: z.object({
    goTo: sitePath.optional().describe('Answered once signed in: where the person wanted to go.'),
    again: z
      .boolean()
      .optional()
      .describe('Asks the provider to check again who it is, also of people signed in there.'),
    invitation: mailedToken.optional().describe('The token of an invitation, for whoever has no account yet.'),
  }),
  answer: z.object({ url: z.url() }),
  refusals: ['not_set_up', 'oidc_unavailable', 'too_many_requests'],
})

const oidcOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('signed_in'), user, goTo: z.string().nullable() }),
  z.object({
    state: z.literal('second_factor'),
    challenge: z.string().describe('Send it with the code. Valid for ten minutes.'),
    goTo: z.string().nullable(),
  }),
])

export const finishOidc = endpoint('POST /api/auth/oidc/callback', {
  alwaysOpen: true,
  summary:
    'Finish to sign in, with what the provider added to the address of `/signin`. Works once, in the same browser.',
  body: z.object({
    state: z.string().min(1).max(256),
    code: z.string().min(1).max(4096).optional(),
    iss: z.string().max(2048).optional(),
    error: z.string().max(256).optional().describe("The provider's error code, in place of `code`."),
  }),
  answer: oidcOutcome,
  refusals: [
    'not_set_up',
    'oidc_denied',
    'oidc_invalid',
    'oidc_unavailable',
    'oidc_email_unverified',
    'oidc_sign_up_off',
    'invitation_needed',
    'invalid_confirmation',
    'account_suspended',
    'storage_full',
    'too_many_requests',
  ],
})

export const finishOidcWithCode = endpoint('POST /api/auth/oidc/second-factor', {
  alwaysOpen: true,
  summary: 'Finish to sign in with the code that `second_factor` asked for.',
  body: z.object({
    challenge: z.string().min(1).max(1024),
    code: z.string().trim().min(1).max(MAX_CODE_LENGTH),
  }),
  answer: signInAnswer,
  refusals: [
    'not_set_up',
    'oidc_invalid',
    'account_suspended',
    'wrong_code',
    'second_factor_unreadable',
    'too_many_requests',
  ],
})
