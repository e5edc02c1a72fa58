import { zodResolver } from '@hookform/resolvers/zod'
import type { SettingsView, SettingsWish } from '@kerf/contract/admin-settings'
import { Button } from '@kerf/ui/Button'
import { FieldFault } from '@kerf/ui/TextField'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { FreePlanFields } from './FreePlanFields.tsx'
import { PaymentFields } from './PaymentFields.tsx'
import { RetentionField } from './RetentionField.tsx'
import { SecondFactorField } from './SecondFactorField.tsx'
import { SourceFields } from './SourceFields.tsx'
import { acceptedSettings, changedSettings, withoutSecret } from './settings-changes.ts'
import { useSaveSettings } from './use-save-settings.ts'

const words = adminSettingsWords.settings

/** Every setting in one form: they are saved together or not at all, and what was entered survives a refusal. */
export function SettingsForm({ settings }: { settings: SettingsView }) {
  const resolver = useMemo(() => zodResolver(acceptedSettings(settings)), [settings])
  const form = useForm<SettingsWish>({ defaultValues: withoutSecret(settings), resolver })
  const { handleSubmit, formState, reset, setError } = form
  /** As they were loaded or last saved from here: what is in force may have become different since. */
  const shown = formState.defaultValues as SettingsWish
  const save = useSaveSettings()

  async function submit(values: SettingsWish): Promise<void> {
    const outcome = await save(changedSettings(shown, values))
    if ('saved' in outcome) reset(withoutSecret(outcome.saved))
    else setError('root', { message: outcome.refused })
  }
  const busy = formState.isSubmitting
  const invalid = Object.keys(formState.errors).some((field) => field !== 'root')

  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => (busy ? event.preventDefault() : handleSubmit(submit)(event))}
    >
      <h2>{words.title}</h2>
      <fieldset>
        <legend>{words.free}</legend>
        <FreePlanFields form={form} />
      </fieldset>
      <fieldset>
        <legend>{words.clips}</legend>
        <RetentionField form={form} settings={settings} />
      </fieldset>
      <fieldset>
        <legend>{words.sources}</legend>
        <SourceFields form={form} settings={settings} />
      </fieldset>
      <fieldset>
        <legend>{words.payments}</legend>
        <PaymentFields form={form} known={settings} />
      </fieldset>
      <fieldset>
        <legend>{words.admins}</legend>
        <SecondFactorField form={form} />
      </fieldset>
      <div className="settings-save">
        <Button variant="blade" type="submit" aria-disabled={busy || undefined}>
          {busy ? words.saving : words.save}
        </Button>
        <div role="alert">
          {(invalid || formState.errors.root) && (
            <FieldFault fieldId="settings">{formState.errors.root?.message ?? words.invalid}</FieldFault>
          )}
        </div>
      </div>
    </form>
  )
}
