import type { SettingsView } from '@kerf/contract/admin-settings'
import { PAYPAL_APPS_URL, PAYPAL_ENVIRONMENTS } from '@kerf/domain/site/site-settings'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { ownServerAddress } from '../../../browser/own-address.ts'
import { SettingInput, SettingSelect, type SettingsFormState } from './SettingField.tsx'

const words = adminSettingsWords.settings
/** Attributes of fields for ids and secrets, which are pasted and not typed. */
const CODE_FIELD_ATTRIBUTES = {
  className: 'time',
  autoComplete: 'off',
  spellCheck: false,
  autoCapitalize: 'none',
  autoCorrect: 'off',
}

interface PaymentFieldsProps {
  form: SettingsFormState
  /** Settings as the server has saved them. */
  savedSettings: SettingsView
}

export function PaymentFields({ form, savedSettings }: PaymentFieldsProps) {
  // A secret belongs to its client id. Another id needs another secret.
  const hasSavedSecret =
    savedSettings.hasPaypalSecret && form.watch('paypalClientId').trim() === savedSettings.paypalClientId
  return (
    <>
      <p className="note wrap-anywhere">
        {words.portalNote(`${ownServerAddress()}/paypal/webhook`)}{' '}
        <a href={PAYPAL_APPS_URL} target="_blank" rel="noreferrer">
          {words.portal}
        </a>
      </p>
      <SettingInput
        form={form}
        name="paypalClientId"
        label={words.clientId}
        note={words.clientIdNote}
        fault={words.clientIdFault}
        {...CODE_FIELD_ATTRIBUTES}
      />
      <SettingInput
        form={form}
        name="paypalClientSecret"
        label={words.secret}
        note={hasSavedSecret ? words.secretKnown : words.secretUnknown}
        fault={words.secretFault}
        type="password"
        {...CODE_FIELD_ATTRIBUTES}
        // Browsers ignore `off` here, and would fill in the password of the admin.
        autoComplete="new-password"
      />
      <SettingInput
        form={form}
        name="paypalWebhookId"
        label={words.webhookId}
        note={words.webhookIdNote}
        fault={words.webhookFault}
        {...CODE_FIELD_ATTRIBUTES}
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
