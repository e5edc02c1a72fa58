import { z } from 'zod'
import { addressAs, oneOf } from './plain-variables.ts'

/** Variables of the identity provider, and whether people may also sign in with a password. */
export const oidcVariables = {
  OIDC_ISSUER: addressAs(complaintAboutIssuer, (url) => url).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().min(1, 'must not be empty').max(40, 'must have 40 characters at most').optional(),
  OIDC_ADMIN_GROUP: z.string().optional(),
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  OIDC_SIGN_UP: oneOf(['on', 'off']).default('on'),
  LOCAL_PASSWORDS: oneOf(['on', 'off']).default('on'),
}

type OidcVariables = z.output<z.ZodObject<typeof oidcVariables>>

function complaintAboutIssuer(url: URL | null): string | null {
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be like https://id.example.org/realms/main'
  if (url.username || url.password) return 'must not have a user or a password'
  if (url.search || url.hash) return 'must not have a ? or a #'
  if (url.pathname.includes('/.well-known/'))
    return 'must be the issuer alone, without /.well-known/openid-configuration'
  return null
}

export function complaintAboutOidc(env: OidcVariables): string | null {
  const required = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missingNames = required.filter((name) => env[name] === undefined)
  if (missingNames.length > 0 && missingNames.length < required.length)
    return `Signing in with an identity provider needs ${required.join(', ')}: ${missingNames.join(' and ')} ${missingNames.length > 1 ? 'are' : 'is'} not set.`
  if (missingNames.length === 0) return null
  if (env.LOCAL_PASSWORDS === 'off')
    return 'LOCAL_PASSWORDS=off lets nobody sign in, because no identity provider is set: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.'
  if (env.OIDC_ADMIN_GROUP !== undefined) return 'OIDC_ADMIN_GROUP is set, but OIDC_ISSUER is not.'
  return null
}

/** Settings of the identity provider; null if none is set up. */
export function readOidcSettings(env: OidcVariables) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  if (!issuer || !clientId || !clientSecret) return null
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.OIDC_NAME ?? issuer.hostname,
    adminGroup: env.OIDC_ADMIN_GROUP ?? null,
    groupsClaim: env.OIDC_GROUPS_CLAIM,
    signUp: env.OIDC_SIGN_UP === 'on',
  }
}
