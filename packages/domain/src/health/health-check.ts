import {
  HEALTH_SENTENCES,
  type HealthCode,
  type HealthSaying,
  type HealthValue,
  type HealthValues,
  sayHealth,
} from './health-sentences.ts'

export const HEALTH_STATES = ['ok', 'untested', 'degraded', 'failing', 'off'] as const

export interface Check {
  state: (typeof HEALTH_STATES)[number]
  message: string
  says: HealthSaying[]
}

export const say = <Code extends HealthCode>(code: Code, ...values: HealthValues<Code>): HealthSaying => ({
  code,
  values: [...(values as HealthValue[])],
})

export const checkOf = (state: Check['state'], ...says: HealthSaying[]): Check => ({
  state,
  message: sayHealth(says, HEALTH_SENTENCES, IN_ENGLISH) ?? '',
  says,
})

export const ok = (...says: HealthSaying[]): Check => checkOf('ok', ...says)
/** No result yet. */
export const untested = (...says: HealthSaying[]): Check => checkOf('untested', ...says)
export const off = (...says: HealthSaying[]): Check => checkOf('off', ...says)
/** Works with limits. The message says what to do. */
export const degraded = (...says: HealthSaying[]): Check => checkOf('degraded', ...says)
/** Does not work. The message says what to do. */
export const failing = (...says: HealthSaying[]): Check => checkOf('failing', ...says)

/** Joins several checks: the worst state and all sentences. null for an empty list. */
export function worstOf(complaints: readonly Check[]): Check | null {
  if (complaints.length === 0) return null
  const state = complaints.some((check) => check.state === 'failing') ? 'failing' : 'degraded'
  return checkOf(state, ...complaints.flatMap(({ says }) => says))
}

const IN_ENGLISH = {
  time: (iso: string): string => `${iso.slice(11, 16)} UTC`,
  size: (bytes: number): string => (bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`),
}
