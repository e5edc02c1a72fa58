import type { AdminHealth } from '@kerf/contract/admin-settings'

export type AdminChecks = AdminHealth['checks']
type Check = Pick<AdminChecks['mail'], 'state' | 'message'>

export const ok = (message: string): Check => ({ state: 'ok', message })
export const off = (message: string): Check => ({ state: 'off', message })
/** It does less than it should. The message says what to do. */
export const degraded = (message: string): Check => ({ state: 'degraded', message })
/** It does not do what it is for. The message says what to do. */
export const failing = (message: string): Check => ({ state: 'failing', message })

/** Of several complaints: as bad as the worst, in the words of all. null when there are none. */
export function worstOf(complaints: readonly Check[]): Check | null {
  if (complaints.length === 0) return null
  const state = complaints.some((check) => check.state === 'failing') ? 'failing' : 'degraded'
  return { state, message: complaints.map(({ message }) => message).join(' ') }
}
