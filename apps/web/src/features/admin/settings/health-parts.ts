import type { AdminHealth } from '@kerf/contract/admin-settings'
import type { BadgeLook } from '@kerf/ui/Badge'

export type HealthPart = keyof AdminHealth['checks']
type State = AdminHealth['checks'][HealthPart]['state']

/** From what everything else rests on to what one can do without. */
export const HEALTH_PARTS = [
  'database',
  'queue',
  'workers',
  'engine',
  'storage',
  'disk',
  'resolver',
  'sweep',
  'mail',
  'payments',
] as const satisfies readonly HealthPart[]

export const STATE_LOOKS: Readonly<Record<State, BadgeLook>> = {
  ok: 'good',
  degraded: 'plain',
  failing: 'fault',
  off: 'dashed',
}

/** The parts that do less than they should. What is switched off is meant to be. */
export function troubledParts({ checks }: AdminHealth): HealthPart[] {
  return HEALTH_PARTS.filter((part) => checks[part].state === 'degraded' || checks[part].state === 'failing')
}
