import type { AdminHealth } from '@kerf/contract/admin-settings'
import type { Check } from '@kerf/domain/health/health-check'
import { sayHealth } from '@kerf/domain/health/health-sentences'
import type { BadgeLook } from '@kerf/ui/Badge'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { roughSize } from '../../../data/formatting/size.ts'
import { formatTimestamp } from '../formatting.ts'

type State = Check['state']

/** Parts of the server that "System health" lists, in the order of their importance. */
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
] as const satisfies readonly (keyof AdminHealth['checks'])[]
export type HealthPart = (typeof HEALTH_PARTS)[number]

export const STATE_LOOKS: Readonly<Record<State, BadgeLook>> = {
  ok: 'good',
  untested: 'dashed',
  degraded: 'plain',
  failing: 'fault',
  off: 'dashed',
}

const VALUE_FORMATS = { time: formatTimestamp, size: roughSize }

/** Message of a check in the language of the page. An unknown message of the server is shown as it is. */
export function messageOf({ says, message }: Pick<Check, 'says' | 'message'>): string {
  return sayHealth(says, adminSettingsWords.health.sentences, VALUE_FORMATS) ?? message
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
