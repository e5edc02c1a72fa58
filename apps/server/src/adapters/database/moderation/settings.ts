import { type SiteSettings, siteSettings } from '@kerf/contract/admin-settings'
import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Executor, firstWhere, run } from '../engine/executor.ts'
import { settings } from '../schema/admin-schema.ts'

type SettingRecords = ReturnType<typeof createSettingRecords>

const CACHE_TTL_MILLISECONDS = 1000

/** Settings outside of transactions, cached for a second. `forget` clears the cache after a change by this process. */
export function createCachedSettingRecords(executor: Executor): SettingRecords & { forget(): void } {
  const records = createSettingRecords(executor)
  let cacheEntry: { answer: ReturnType<SettingRecords['read']>; until: number } | null = null
  const forget = (): void => {
    cacheEntry = null
  }
  return {
    ...records,
    forget,
    read() {
      if (cacheEntry === null || performance.now() >= cacheEntry.until) {
        const answer = records.read()
        cacheEntry = { answer, until: performance.now() + CACHE_TTL_MILLISECONDS }
        answer.catch(forget)
      }
      return cacheEntry.answer
    },
    write: (change) => records.write(change).finally(forget),
  }
}

export function createSettingRecords(executor: Executor) {
  return {
    async read(): Promise<Partial<SiteSettings>> {
      // The value is read as text: the driver and drizzle both parse JSON, which turns ids of digits into numbers.
      const text = sql<string>`${settings.value}::text`
      const storedRows = await executor.select({ key: settings.key, text }).from(settings)
      const rows = storedRows.map(({ key, text }) => ({ key, value: JSON.parse(text) as unknown }))
      // A value of an older or newer version that this one cannot parse counts as not set.
      const shapes: Record<string, z.ZodType> = siteSettings.shape
      const validRows = rows.filter(
        ({ key, value }) => Object.hasOwn(shapes, key) && shapes[key]?.safeParse(value).success,
      )
      return Object.fromEntries(validRows.map(({ key, value }) => [key, value]))
    },

    /**
     * Other writers wait until the transaction ends; readers do not. The whole table is locked, because a row may not
     * exist yet.
     */
    lock: () => run(executor.execute(sql`lock table ${settings} in share row exclusive mode`)),

    /** Saves settings. A value of null deletes the setting. */
    async write(change: Partial<SiteSettings>) {
      const entries = Object.entries(change).map(([key, value]) => ({ key, value }))
      const deletedKeys = entries.filter(({ value }) => value === null).map(({ key }) => key)
      if (deletedKeys.length > 0) await executor.delete(settings).where(inArray(settings.key, deletedKeys))
      const rows = entries.filter(({ value }) => value !== null)
      if (rows.length === 0) return
      await executor
        .insert(settings)
        .values(rows)
        .onConflictDoUpdate({ target: settings.key, set: { value: sql`excluded.value` } })
    },
  }
}

/** Returns the key of a sealed secret in the settings table. `read` ignores these keys. */
const sealedKeyOf = (name: string): string => `sealed:${name}`

/** Secrets that use-cases/payments/payment-settings has encrypted. */
export function createSealedSecretRecords(executor: Executor) {
  return {
    async find(name: string) {
      const row = await firstWhere(executor, settings, eq(settings.key, sealedKeyOf(name)))
      return typeof row?.value === 'string' ? row.value : null
    },

    async save(name: string, sealedSecret: string) {
      await executor
        .insert(settings)
        .values({ key: sealedKeyOf(name), value: sealedSecret })
        .onConflictDoUpdate({ target: settings.key, set: { value: sealedSecret } })
    },
  }
}
