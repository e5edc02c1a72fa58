/** The operator's identity provider for sign-in: adapters/oidc. */

export interface IdentityProvider {
  /** Name on the sign-in button. */
  name: string
  /** URL of the provider's sign-in page. Throws IdentityProviderError if the provider does not answer. */
  signInAddress(request: SignInRequest & { state: string; again: boolean }): Promise<string>
  /**
   * The identity that the provider confirms; null if its answer is to another request or cannot be verified. Throws
   * IdentityProviderError.
   */
  identify(answer: SignInRequest & { code: string; iss: string | undefined }): Promise<Identity | null>
  /** Throws IdentityProviderError if the provider does not answer. */
  check(): Promise<void>
}

/** Values that a sign-in request and its answer share. */
interface SignInRequest {
  nonce: string
  codeVerifier: string
  redirectUri: string
}

export interface Identity {
  issuer: string
  /** Permanent id of the person at this issuer, unlike the email. */
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
