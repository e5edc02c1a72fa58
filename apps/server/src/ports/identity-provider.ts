/** Who vouches for people: adapters/oidc. */

export interface IdentityProvider {
  /** As the button names it. */
  name: string
  /** Where to send a browser. Throws IdentityProviderError while the provider does not answer. */
  signInAddress(request: SignInRequest & { state: string; again: boolean }): Promise<string>
  /** Whom the provider vouches for; null when its answer is not to this request, or cannot be verified. Throws IdentityProviderError. */
  identify(answer: SignInRequest & { code: string; iss: string | undefined }): Promise<Identity | null>
  /** Throws IdentityProviderError while the provider does not answer. */
  check(): Promise<void>
}

/** What a request and the answer to it share. */
interface SignInRequest {
  nonce: string
  codeVerifier: string
  redirectUri: string
}

export interface Identity {
  issuer: string
  /** Names a person at this issuer for ever, unlike the email. */
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
  username: string | null
  groups: string[]
}

export class IdentityProviderError extends Error {
  override name = 'IdentityProviderError'
}
