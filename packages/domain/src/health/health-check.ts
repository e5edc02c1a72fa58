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
  message: sayHealth(says, HEALTH_SENTENCES, clockInUtc) ?? '',
  says,
})

export const ok = (...says: HealthSaying[]): Check => checkOf('ok', ...says)
/** Nothing has shown yet whether it works. */
export const untested = (...says: HealthSaying[]): Check => checkOf('untested', ...says)
export const off = (...says: HealthSaying[]): Check => checkOf('off', ...says)
/** It does less than it should. What is said tells what to do. */
export const degraded = (...says: HealthSaying[]): Check => checkOf('degraded', ...says)
/** It does not do what it is for. What is said tells what to do. */
export const failing = (...says: HealthSaying[]): Check => checkOf('failing', ...says)

/** Of several complaints: as bad as the worst, in the words of all. null when there are none. */
export function worstOf(complaints: readonly Check[]): Check | null {
  if (complaints.length === 0) return null
  const state = complaints.some((check) => check.state === 'failing') ? 'failing' : 'degraded'
  return checkOf(state, ...complaints.flatMap(({ says }) => says))
}

const clockInUtc = (iso: string): string => `${iso.slice(11, 16)} UTC`
