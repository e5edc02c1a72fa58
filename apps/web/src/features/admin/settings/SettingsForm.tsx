import { zodResolver } from '@hookform/resolvers/zod'
import type { SettingsView } from '@kerf/contract/admin-settings'
import { SWITCHABLE_SOURCES } from '@kerf/domain/site-settings'
import { Button } from '@kerf/ui/Button'
import { CheckField } from '@kerf/ui/CheckField'
import { FieldFault } from '@kerf/ui/TextField'
import { useForm } from 'react-hook-form'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { type EnteredSettings, enteredSettings, withoutSecret } from './entered-settings.ts'
import { FreePlanFields } from './FreePlanFields.tsx'
import { PaymentFields } from './PaymentFields.tsx'
import { RetentionField } from './RetentionField.tsx'
import { useSaveSettings } from './use-save-settings.ts'

const words = adminSettingsWords.settings

/** Every setting in one form: they are saved together or not at all, and what was entered survives a refusal. */
export function SettingsForm({ settings }: { settings: SettingsView }) {
  const form = useForm<EnteredSettings>({
    defaultValues: withoutSecret(settings),
    resolver: zodResolver(enteredSettings),
  })
  const { register, handleSubmit, formState, reset, setError } = form
  const save = useSaveSettings()

  async function submit({ paypalClientSecret, ...rest }: EnteredSettings): Promise<void> {
    const outcome = await save(paypalClientSecret === '' ? rest : { ...rest, paypalClientSecret })
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
        <RetentionField form={form} />
      </fieldset>
      <fieldset>
        <legend>{words.sources}</legend>
        {SWITCHABLE_SOURCES.map((source) => (
          <CheckField key={source} value={source} label={words.sourceNames[source]} {...register('sources')} />
        ))}
        <p className="setting-note">{words.sourcesNote}</p>
      </fieldset>
      <fieldset>
        <legend>{words.payments}</legend>
        <PaymentFields form={form} known={settings} />
      </fieldset>
      <fieldset>
        <legend>{words.admins}</legend>
        <CheckField label={words.secondFactor} note={words.secondFactorNote} {...register('requireSecondFactor')} />
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
