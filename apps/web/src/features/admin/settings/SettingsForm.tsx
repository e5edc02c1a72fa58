import { zodResolver } from '@hookform/resolvers/zod'
import {
  type SettingsChange,
  type SettingsUpdate,
  type SettingsView,
  saveSettings,
  settingsUpdate,
} from '@kerf/contract/admin-settings'
import { VIDEO_QUALITIES } from '@kerf/domain/access/limits-without-plans'
import { FREE_MAX_QUALITIES } from '@kerf/domain/access/quality-access'
import { QUALITIES } from '@kerf/domain/formats/quality'
import {
  CLIP_MINUTES_BOUNDS,
  DAILY_LIMIT_BOUNDS,
  RETENTION_BOUNDS,
  SWITCHABLE_SOURCES,
} from '@kerf/domain/site/site-settings'
import { Button } from '@kerf/ui/Button'
import { CheckField } from '@kerf/ui/Field'
import { FieldFault } from '@kerf/ui/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'wouter'
import { z } from 'zod'
import { accessWords } from '#messages/account/access.ts'
import { adminWords } from '#messages/admin.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { useSentForm } from '../../../data/forms/use-sent-form.ts'
import { PAGES } from '../../../data/navigation/pages.ts'
import { useSession } from '../../../data/session/session.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys, followPlans } from '../admin-queries.ts'
import { formatNumber } from '../formatting.ts'
import { tellServerSentence } from '../lists/report-failure.ts'
import { AccessChoice } from './AccessChoice.tsx'
import { PaymentFields } from './PaymentFields.tsx'
import { PlansChoice } from './PlansChoice.tsx'
import { SettingInput, SettingSelect, type SettingsFormState } from './SettingField.tsx'
import { SourceChoice } from './SourceChoice.tsx'

const words = adminSettingsWords.settings

/** Form of all settings. They are saved together or not at all, and the entered values survive a refusal. */
export function SettingsForm({ settings }: { settings: SettingsView }) {
  const resolver = useMemo(() => zodResolver(acceptedSettings(settings)), [settings])
  const saveChanges = useSaveSettings()
  const { form, submit, sending, refusal } = useSentForm<SettingsUpdate>({
    resolver,
    begin: withoutSecret(settings),
    async send(values, { startOver }) {
      startOver(withoutSecret(await saveChanges(changedSettings(initialSettings, values))))
    },
    tell: tellServerSentence,
  })
  const { defaultValues, errors } = form.formState
  /** Settings as they were loaded, or last saved by this form. The effective settings may differ by now. */
  const initialSettings = defaultValues as SettingsUpdate
  const isInvalid = Object.keys(errors).length > 0
  const isSelling = useWatch({ control: form.control, name: 'plans' }) === 'on'

  return (
    <form noValidate onSubmit={submit}>
      <h2>{adminWords.tabs.settings}</h2>
      <SettingsGroup legend={accessWords.legend}>
        <AccessFields form={form} settings={settings} />
      </SettingsGroup>
      <SettingsGroup legend={words.sale.legend}>
        <PlansChoice form={form} settings={settings} />
      </SettingsGroup>
      {isSelling ? (
        <SettingsGroup legend={words.free}>
          <FreePlanFields form={form} />
        </SettingsGroup>
      ) : (
        <SettingsGroup legend={words.limits.legend}>
          <LimitFields form={form} />
        </SettingsGroup>
      )}
      <SettingsGroup legend={words.clips}>
        <RetentionField form={form} settings={settings} />
        <CheckField label={words.sharing} note={words.sharingNote} {...form.register('sharing')} />
      </SettingsGroup>
      <SettingsGroup legend={words.sources}>
        <SourceFields form={form} settings={settings} />
      </SettingsGroup>
      {isSelling && (
        <SettingsGroup legend={words.payments}>
          <PaymentFields form={form} savedSettings={settings} />
        </SettingsGroup>
      )}
      <SettingsGroup legend={words.admins}>
        <SecondFactorField form={form} />
      </SettingsGroup>
      <div className="flex flex-wrap items-center gap-y-3 gap-x-5 pt-6">
        <Button variant="primary" type="submit" aria-disabled={sending || undefined}>
          {sending ? words.saving : words.save}
        </Button>
        <div role="alert">
          {(isInvalid || refusal) && <FieldFault fieldId="settings">{refusal ?? words.invalid}</FieldFault>}
        </div>
      </div>
    </form>
  )
}

function SettingsGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-3.5 border-b border-line pt-5 pb-6">
      <legend className="float-left w-full font-semibold">{legend}</legend>
      {children}
    </fieldset>
  )
}

function AccessFields({ form, settings }: { form: SettingsFormState; settings: SettingsView }) {
  const { access, fromEnvironment } = settings
  return (
    <>
      <AccessChoice form={form} />
      {access !== fromEnvironment.access && (
        <p className="note wrap-anywhere">{words.overEnvironment('ACCESS', fromEnvironment.access)}</p>
      )}
    </>
  )
}

function FreePlanFields({ form }: { form: SettingsFormState }) {
  const { min, max } = DAILY_LIMIT_BOUNDS
  return (
    <>
      <SettingSelect
        form={form}
        name="freeMaxQuality"
        label={words.freeMaxQuality}
        note={words.freeMaxQualityNote}
        options={FREE_MAX_QUALITIES.map((quality) => ({ value: quality, name: QUALITIES[quality].label }))}
      />
      <SettingInput
        form={form}
        name="freeDailyLimit"
        label={words.freeDailyLimit}
        note={words.freeDailyLimitNote}
        fault={words.freeDailyLimitFault(min, max)}
        className="w-35"
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
      />
    </>
  )
}

/** Limits of everybody where nothing is sold. */
function LimitFields({ form }: { form: SettingsFormState }) {
  const { min, max } = DAILY_LIMIT_BOUNDS
  const fieldProps = { form, className: 'w-35', type: 'number', min, isOptional: true } as const
  const dailyFieldProps = {
    ...fieldProps,
    max,
    step: 1,
    inputMode: 'numeric',
    fault: words.freeDailyLimitFault(min, max),
  } as const
  return (
    <>
      <p className="note wrap-anywhere">{words.limits.note}</p>
      <SettingSelect
        form={form}
        name="strangerMaxQuality"
        label={words.limits.strangerMaxQuality}
        options={VIDEO_QUALITIES.toReversed().map((quality) => ({ value: quality, name: QUALITIES[quality].label }))}
      />
      <SettingInput {...dailyFieldProps} name="strangerDailyLimit" label={words.limits.strangerDailyLimit} />
      <SettingInput {...dailyFieldProps} name="accountDailyLimit" label={words.limits.accountDailyLimit} />
      <SettingInput
        {...fieldProps}
        name="longestClipMinutes"
        label={words.limits.longestClip}
        fault={words.limits.longestClipFault(CLIP_MINUTES_BOUNDS.max)}
        inputMode="decimal"
        max={CLIP_MINUTES_BOUNDS.max}
        step="any"
      />
    </>
  )
}

function RetentionField({ form, settings }: { form: SettingsFormState; settings: SettingsView }) {
  const { min, max } = RETENTION_BOUNDS
  const { fromEnvironment, retentionHours } = settings
  const note =
    retentionHours === fromEnvironment.retentionHours
      ? words.retentionNote(max)
      : `${words.retentionNote(max)} ${words.overEnvironment('RETENTION_HOURS', formatNumber(fromEnvironment.retentionHours))}`
  return (
    <SettingInput
      form={form}
      name="retentionHours"
      label={words.retentionHours}
      note={note}
      fault={words.retentionFault(formatNumber(min), max)}
      className="w-35"
      type="number"
      inputMode="decimal"
      min={min}
      max={max}
      step="any"
    />
  )
}

/** Checkbox that requires a second factor. A note warns an admin without one, who would lose access. */
function SecondFactorField({ form }: { form: SettingsFormState }) {
  const session = useSession()
  const isRequired = useWatch({ control: form.control, name: 'requireSecondFactor' })
  const hasNoFactor = session.state === 'signed_in' && !session.user.secondFactor
  return (
    <>
      <CheckField label={words.secondFactor} note={words.secondFactorNote} {...form.register('requireSecondFactor')} />
      <div role="status">
        {isRequired && hasNoFactor && (
          <p className="note wrap-anywhere">
            {words.secondFactorWarning} <Link href={PAGES.settings.path}>{adminWords.toSettings}</Link>
          </p>
        )}
      </div>
    </>
  )
}

function SourceFields({ form, settings }: { form: SettingsFormState; settings: SettingsView }) {
  const { fromEnvironment, sources } = settings
  const differsFromEnvironment = SWITCHABLE_SOURCES.some(
    (id) => sources.includes(id) !== fromEnvironment.sources.includes(id),
  )
  return (
    <>
      <SourceChoice form={form} />
      <p className="note wrap-anywhere">
        {words.sourcesNote}
        {differsFromEnvironment && ` ${words.overEnvironment('SOURCES', fromEnvironment.sources.join(','))}`}
      </p>
    </>
  )
}

/** Saves all changes at once. Returns the effective settings. */
export function useSaveSettings(): (change: SettingsChange) => Promise<SettingsView> {
  const queryClient = useQueryClient()
  return async (change) => {
    const savedSettings = followPlans(await callApi(saveSettings, { body: change }))
    queryClient.setQueryData(adminKeys.settings, savedSettings)
    // The health of payments and sources may have changed.
    void queryClient.invalidateQueries({ queryKey: adminKeys.health })
    toasts.show({ title: words.saved, text: words.savedText })
    return savedSettings
  }
}

/** Schema of the entered settings. An effective retention is valid even if it can only be set by the environment. */
export function acceptedSettings({ retentionHours }: SettingsView): z.ZodType<SettingsUpdate, SettingsUpdate> {
  const { retentionHours: boundedRetention, paypalClientSecret: secret } = settingsUpdate.shape
  return settingsUpdate.extend({
    retentionHours: z.union([z.literal(retentionHours), boundedRetention]),
    // With an empty field, the saved secret stays.
    paypalClientSecret: z
      .string()
      .trim()
      .pipe(z.union([z.literal(''), secret.unwrap()])),
  })
}

/**
 * Settings that differ from the initial ones. Only these are sent, so that changes of another admin stay, and other
 * settings still follow the environment.
 */
export function changedSettings(initialSettings: SettingsUpdate, newSettings: SettingsUpdate): SettingsChange {
  const hasChanged = (field: string) => comparableText(newSettings, field) !== comparableText(initialSettings, field)
  return Object.fromEntries(Object.entries(newSettings).filter(([field]) => hasChanged(field)))
}

/** Value of a setting for comparison. The order of a list does not matter. */
function comparableText(settings: SettingsUpdate, field: string): string | undefined {
  const value = settings[field as keyof SettingsUpdate]
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
}

/** Values of the form. The secret is empty, because a saved secret is neither shown nor sent again. */
export const withoutSecret = (settings: SettingsView): SettingsUpdate => ({ ...settings, paypalClientSecret: '' })
