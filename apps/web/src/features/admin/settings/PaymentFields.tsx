import type { SettingsUpdate, SettingsView } from '@kerf/contract/admin-settings'
import { PAYPAL_DASHBOARD, PAYPAL_ENVIRONMENTS } from '@kerf/domain/site/site-settings'
import { SelectField } from '@kerf/ui/SelectField'
import { TextField } from '@kerf/ui/TextField'
import type { UseFormReturn } from 'react-hook-form'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { describedBy, SettingField } from './SettingField.tsx'

const words = adminSettingsWords.settings
/** Ids and secrets are copied, not spelt. */
const CODE = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' } as const

interface PaymentFieldsProps {
  form: UseFormReturn<SettingsUpdate>
  /** As they are saved. */
  known: SettingsView
}

export function PaymentFields({ form, known }: PaymentFieldsProps) {
  const { register, formState, watch } = form
  const { errors } = formState
  const idFault = errors.paypalClientId && words.clientIdFault
  const secretFault = errors.paypalClientSecret && words.secretFault
  const webhookFault = errors.paypalWebhookId && words.webhookFault
  // A secret belongs to its client id: another has to bring its own.
  const isKnown = known.hasPaypalSecret && watch('paypalClientId').trim() === known.paypalClientId
  return (
    <>
      <p className="setting-note">
        {words.portalNote(`${location.origin}/paypal/webhook`)}{' '}
        <a href={PAYPAL_DASHBOARD} target="_blank" rel="noreferrer">
          {words.portal}
        </a>
      </p>
      <SettingField id="paypal-client-id" label={words.clientId} note={words.clientIdNote} fault={idFault}>
        <TextField
          id="paypal-client-id"
          className="time"
          {...CODE}
          aria-describedby={describedBy('paypal-client-id', idFault)}
          fault={idFault ?? null}
          {...register('paypalClientId')}
        />
      </SettingField>
      <SettingField
        id="paypal-secret"
        label={words.secret}
        note={isKnown ? words.secretKnown : words.secretUnknown}
        fault={secretFault}
      >
        <TextField
          id="paypal-secret"
          className="time"
          type="password"
          {...CODE}
          // A browser takes `off` for no answer here, and would enter the password that the admin signs in with.
          autoComplete="new-password"
          aria-describedby={describedBy('paypal-secret', secretFault)}
          fault={secretFault ?? null}
          {...register('paypalClientSecret')}
        />
      </SettingField>
      <SettingField id="paypal-webhook-id" label={words.webhookId} note={words.webhookIdNote} fault={webhookFault}>
        <TextField
          id="paypal-webhook-id"
          className="time"
          {...CODE}
          aria-describedby={describedBy('paypal-webhook-id', webhookFault)}
          fault={webhookFault ?? null}
          {...register('paypalWebhookId')}
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
