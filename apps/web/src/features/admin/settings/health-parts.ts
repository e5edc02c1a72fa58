import type { AdminHealth } from '@kerf/contract/admin-settings'
import type { BadgeLook } from '@kerf/ui/Badge'

export type HealthPart = keyof AdminHealth['checks']
export type HealthCheck = AdminHealth['checks'][HealthPart]
type State = HealthCheck['state']

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
  'signIn',
  'payments',
] as const satisfies readonly HealthPart[]

export const STATE_LOOKS: Readonly<Record<State, BadgeLook>> = {
  ok: 'good',
  untested: 'dashed',
  degraded: 'plain',
  failing: 'fault',
  off: 'dashed',
}

/** A part that does less than it should. */
export interface TroubledPart {
  part: HealthPart
  state: 'failing' | 'degraded'
}

/** The parts of which nothing is known yet. */
export const untestedParts = ({ checks }: AdminHealth): HealthPart[] =>
  HEALTH_PARTS.filter((part) => checks[part].state === 'untested')

/** The parts that do less than they should, the worst first. What is switched off is meant to be. */
export function troubledParts({ checks }: AdminHealth): TroubledPart[] {
  const troubled = (state: TroubledPart['state']): TroubledPart[] =>
    HEALTH_PARTS.filter((part) => checks[part].state === state).map((part) => ({ part, state }))
  return [...troubled('failing'), ...troubled('degraded')]
}
