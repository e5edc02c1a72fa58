import { readFile } from 'node:fs/promises'
import { openIdentityProvider } from '../adapters/oidc/open-identity-provider.ts'
import { createGuardedFetcher } from '../adapters/outbound/guarded-fetch.ts'
import { policyFor } from '../adapters/outbound/outbound-policy.ts'
import type { Clock } from '../ports/clock.ts'
import type { SignInMethods } from '../use-cases/shared/deps.ts'
import type { Settings } from './environment/environment.ts'

interface OpenSignInDeps {
  settings: Pick<Settings, 'oidc' | 'localPasswords' | 'outboundAllow' | 'outboundProxy' | 'extraCaFile'>
  clock: Clock
  resources: AsyncDisposableStack
}

/** Opens the sign-in methods. Makes no call to the identity provider, so that Kerf also starts while it is down. */
export async function openSignIn({ settings, clock, resources }: OpenSignInDeps): Promise<SignInMethods> {
  const { oidc, localPasswords, extraCaFile } = settings
  if (!oidc) return { localPasswords, provider: null, oidcSignUp: false, adminGroup: null }
  const { signUp, adminGroup, groupsClaim, ...client } = oidc
  const extraCaPem = extraCaFile ? await readFile(extraCaFile, 'utf8') : undefined
  const provider = openIdentityProvider({
    ...client,
    clock,
    groupsClaim: adminGroup === null ? null : groupsClaim,
    fetcherFor: (urls) => createGuardedFetcher({ policy: policyFor(urls, settings), extraCaPem }),
  })
  resources.defer(() => provider.close())
  return { localPasswords, provider, oidcSignUp: signUp, adminGroup }
}
