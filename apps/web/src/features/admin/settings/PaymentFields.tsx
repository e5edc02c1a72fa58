import type { SiteSettings } from '@kerf/contract/admin-settings'
import { PAYPAL_ENVIRONMENTS } from '@kerf/domain/site-settings'
import { SelectField } from '@kerf/ui/SelectField'
import { TextField } from '@kerf/ui/TextField'
import type { UseFormReturn } from 'react-hook-form'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { describedBy, SettingField } from './SettingField.tsx'

const words = adminSettingsWords.settings

export function PaymentFields({ form }: { form: UseFormReturn<SiteSettings> }) {
  const { register, formState } = form
  const fault = formState.errors.paypalClientId && words.clientIdFault
  return (
    <>
      <SettingField id="paypal-client-id" label={words.clientId} note={words.clientIdNote} fault={fault}>
        <TextField
          id="paypal-client-id"
          className="time"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          aria-describedby={describedBy('paypal-client-id', fault)}
          fault={fault ?? null}
          {...register('paypalClientId')}
        />
      </SettingField>
      <SettingField id="paypal-environment" label={words.environment}>
        <SelectField
          id="paypal-environment"
          options={PAYPAL_ENVIRONMENTS.map((value) => ({ value, name: words.environments[value] }))}
          {...register('paypalEnvironment')}
        />
      </SettingField>
    </>
  )
}
