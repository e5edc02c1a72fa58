export const SUBSCRIPTION_STATUSES = ['active', 'lifetime', 'inactive'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** `active` and `lifetime` in any casing; whatever else a record says counts as inactive. */
export function parseSubscriptionStatus(spelling: string | null | undefined): SubscriptionStatus {
  const plain = spelling?.trim().toLowerCase()
  return plain === 'active' || plain === 'lifetime' ? plain : 'inactive'
}
