import type { SettingsView } from '@kerf/contract/admin-settings'
import { PAYPAL_DASHBOARD, PAYPAL_ENVIRONMENTS } from '@kerf/domain/site/site-settings'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { SettingInput, SettingSelect, type SettingsFormState } from './SettingField.tsx'

const words = adminSettingsWords.settings
/** Ids and secrets are copied, not typed. */
const CODE = { className: 'time', autoComplete: 'off', spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' }

interface PaymentFieldsProps {
  form: SettingsFormState
  /** As they are saved. */
  known: SettingsView
}

export function PaymentFields({ form, known }: PaymentFieldsProps) {
  // A secret belongs to its client id: another id needs its own.
  const isKnown = known.hasPaypalSecret && form.watch('paypalClientId').trim() === known.paypalClientId
  return (
    <>
      <p className="note wrap-anywhere">
        {words.portalNote(`${location.origin}/paypal/webhook`)}{' '}
        <a href={PAYPAL_DASHBOARD} target="_blank" rel="noreferrer">
          {words.portal}
        </a>
      </p>
      <SettingInput
        form={form}
        name="paypalClientId"
        label={words.clientId}
        note={words.clientIdNote}
        fault={words.clientIdFault}
        {...CODE}
      />
      <SettingInput
        form={form}
        name="paypalClientSecret"
        label={words.secret}
        note={isKnown ? words.secretKnown : words.secretUnknown}
        fault={words.secretFault}
        type="password"
        {...CODE}
        // Browsers ignore `off` here, and would enter the password that the admin signs in with.
        autoComplete="new-password"
      />
      <SettingInput
        form={form}
        name="paypalWebhookId"
        label={words.webhookId}
        note={words.webhookIdNote}
        fault={words.webhookFault}
        {...CODE}
      />
      <SettingSelect
        form={form}
        name="paypalEnvironment"
        label={words.environment}
        options={PAYPAL_ENVIRONMENTS.map((value) => ({ value, name: words.environments[value] }))}
      />
    </>
  )
}
