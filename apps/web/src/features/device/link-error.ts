/**
 * Reasons for which a page cannot read a link.
 * - link_offline: the browser has no network
 * - link_unreachable: the server does not answer
 * - link_closed: the server does not let pages of other sites read its answers
 * - link_redirected: the link leads to another origin, which the policy of the page does not allow
 * - link_refused: the file is gone, or needs a sign-in
 * - link_whole: the server sends no ranges, or does not say how large the file is
 * - link_changed: the file has changed since it was opened
 * - link_interrupted: the server stopped sending, also when it was asked again
 */
export type LinkTrouble =
  | 'link_offline'
  | 'link_unreachable'
  | 'link_closed'
  | 'link_redirected'
  | 'link_refused'
  | 'link_whole'
  | 'link_changed'
  | 'link_interrupted'

export class LinkError extends Error {
  override readonly name = 'LinkError'
  readonly code: LinkTrouble

  constructor(code: LinkTrouble, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The LinkError that an error comes from, through any number of causes; null where it has another reason. */
export function linkErrorIn(error: unknown): LinkError | null {
  if (error instanceof LinkError) return error
  return error instanceof Error && error.cause !== undefined ? linkErrorIn(error.cause) : null
}
