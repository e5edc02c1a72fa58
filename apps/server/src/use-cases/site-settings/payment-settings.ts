import type { SettingsChange, SettingsView } from '@kerf/contract/admin-settings'
import type { Records } from '../../ports.ts'

type PaymentField = 'paypalClientId' | 'paypalEnvironment' | 'paypalWebhookId'
export type PaymentSettingsView = Pick<SettingsView, PaymentField | 'hasPaypalSecret'>
type PaymentSettingsWish = Pick<SettingsView, PaymentField> & Pick<SettingsChange, 'paypalClientSecret'>

/** What the panel says of payments, and saves of them. */
export interface PaymentSettings {
  view(records: Records): Promise<PaymentSettingsView>
  /**
   * Within the transaction of `records`. Answers what is different now, in words that tell no secret; null, with nothing
   * written, where it cannot be saved.
   */
  save(records: Records, wish: PaymentSettingsWish): Promise<string[] | null>
}

/** As the environment has them, and no other way. */
export function paymentSettings(given: PaymentSettingsView): PaymentSettings {
  return {
    view: async () => given,
    save: async (_records, { paypalClientSecret, ...wanted }) => {
      const isOther = (Object.keys(wanted) as PaymentField[]).some((field) => wanted[field] !== given[field])
      return isOther || paypalClientSecret ? null : []
    },
  }
}
