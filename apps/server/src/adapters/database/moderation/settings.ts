import { siteSettings } from '@kerf/contract/admin-settings'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Records } from '../../../ports/database.ts'
import type { PaymentRecords } from '../../../ports/payments.ts'
import { type Executor, firstWhere, run } from '../engine/executor.ts'
import { settings } from '../schema/admin-schema.ts'

type SettingRecords = Records['settings']

const CACHED_MILLISECONDS = 1000

/** Settings outside of transactions, cached for a second. `forget` is called after this process has changed them. */
export function createCachedSettingRecords(executor: Executor): SettingRecords & { forget(): void } {
  const records = createSettingRecords(executor)
  let cached: { answer: ReturnType<SettingRecords['read']>; until: number } | null = null
  const forget = (): void => {
    cached = null
  }
  return {
    ...records,
    forget,
    read() {
      if (cached === null || performance.now() >= cached.until) {
        const answer = records.read()
        cached = { answer, until: performance.now() + CACHED_MILLISECONDS }
        answer.catch(forget)
      }
      return cached.answer
    },
    write: (change) => records.write(change).finally(forget),
  }
}

export function createSettingRecords(executor: Executor): SettingRecords {
  return {
    async read() {
      // As text: the driver and drizzle both parse JSON, which makes numbers of ids of digits.
      const text = sql<string>`${settings.value}::text`
      const stored = await executor.select({ key: settings.key, text }).from(settings)
      const rows = stored.map(({ key, text }) => ({ key, value: JSON.parse(text) as unknown }))
      // What an older or newer version has left there, and this one does not understand, counts as not set.
      const shapes: Record<string, z.ZodType> = siteSettings.shape
      const known = rows.filter(({ key, value }) => Object.hasOwn(shapes, key) && shapes[key]?.safeParse(value).success)
      return Object.fromEntries(known.map(({ key, value }) => [key, value]))
    },

    // There may be no row yet that could be locked. Readers do not wait for this one.
    lock: () => run(executor.execute(sql`lock table ${settings} in share row exclusive mode`)),

    async write(change) {
      const rows = Object.entries(change).map(([key, value]) => ({ key, value }))
      if (rows.length === 0) return
      await executor
        .insert(settings)
        .values(rows)
        .onConflictDoUpdate({ target: settings.key, set: { value: sql`excluded.value` } })
    },
  }
}

/** Stored beside the settings, under keys that reading the settings ignores. */
const keyOf = (name: string): string => `sealed:${name}`

export function createSealedSecretRecords(executor: Executor): PaymentRecords['sealedSecrets'] {
  return {
    async find(name) {
      const row = await firstWhere(executor, settings, eq(settings.key, keyOf(name)))
      return typeof row?.value === 'string' ? row.value : null
    },

    async save(name, sealed) {
      await executor
        .insert(settings)
        .values({ key: keyOf(name), value: sealed })
        .onConflictDoUpdate({ target: settings.key, set: { value: sealed } })
    },
  }
}
