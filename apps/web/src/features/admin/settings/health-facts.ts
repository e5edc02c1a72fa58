import type { AdminHealth } from '@kerf/contract/admin-settings'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { roughSize } from '../../../data/formatting/size.ts'
import { figure, instantWords } from '../figures.ts'
import type { HealthPart } from './health-parts.ts'

const words = adminSettingsWords.health.facts

/** The figures of a part, in one line; null where it has none, or where its sentence tells them. */
export function healthFacts(part: HealthPart, { checks }: AdminHealth): string | null {
  if (part === 'queue') {
    const { waiting, running, oldestSeconds } = checks.queue
    const line = words.queue(figure(waiting), figure(running))
    return oldestSeconds === null ? line : `${line}, ${words.oldest(figure(Math.round(oldestSeconds)))}`
  }
  if (part === 'disk') {
    const { freeBytes, totalBytes } = checks.disk
    return freeBytes === null || totalBytes === null ? null : words.disk(roughSize(freeBytes), roughSize(totalBytes))
  }
  if (part === 'resolver') {
    const { version, ageDays } = checks.resolver
    return version === null || ageDays === null ? null : words.resolver(version, ageDays, figure(ageDays))
  }
  if (part === 'sweep') return checks.sweep.lastAt === null ? null : words.sweep(instantWords(checks.sweep.lastAt))
  return null
}
