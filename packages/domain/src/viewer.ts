/** Who is looking: everybody who is not signed in is anonymous, everybody else is as good as their plan. */
export const VIEWER_KINDS = ['anonymous', 'free', 'pro', 'lifetime', 'admin'] as const
export type ViewerKind = (typeof VIEWER_KINDS)[number]

export function isPaying(kind: ViewerKind): boolean {
  return kind === 'pro' || kind === 'lifetime' || kind === 'admin'
}
