import type { AdminHealth } from '@kerf/contract/admin-settings'
import type { BadgeLook } from '@kerf/ui/Badge'

export type HealthPart = keyof AdminHealth['checks']
export type HealthCheck = AdminHealth['checks'][HealthPart]
type State = HealthCheck['state']

/** Parts of the server in the order of their importance. */
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

/** Part with a problem. */
export interface TroubledPart {
  part: HealthPart
  state: 'failing' | 'degraded'
}

/** Parts that have not been tested yet. */
export const untestedParts = ({ checks }: AdminHealth): HealthPart[] =>
  HEALTH_PARTS.filter((part) => checks[part].state === 'untested')

/** Parts with a problem, failing ones first. Parts that are switched off have no problem. */
export function troubledParts({ checks }: AdminHealth): TroubledPart[] {
  const partsWith = (state: TroubledPart['state']): TroubledPart[] =>
    HEALTH_PARTS.filter((part) => checks[part].state === state).map((part) => ({ part, state }))
  return [...partsWith('failing'), ...partsWith('degraded')]
}
