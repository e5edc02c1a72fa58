import { eq } from 'drizzle-orm'
import type { PaymentRecords } from '../../../ports/payments.ts'
import type { Executor } from '../executor.ts'
import { settings } from './admin-schema.ts'

/** Beside the settings, under keys that are none of theirs: whoever reads the settings never sees these. */
const keyOf = (name: string): string => `sealed:${name}`

export function createSealedSecretRecords(executor: Executor): PaymentRecords['sealedSecrets'] {
  return {
    async find(name) {
      const [row] = await executor
        .select()
        .from(settings)
        .where(eq(settings.key, keyOf(name)))
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
