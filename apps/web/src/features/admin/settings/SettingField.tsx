import type { SettingsUpdate } from '@kerf/contract/admin-settings'
import { SelectField } from '@kerf/ui/SelectField'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import type { ComponentProps, ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'

export type SettingsFormState = UseFormReturn<SettingsUpdate>

interface SettingProps {
  id: string
  form: SettingsFormState
  name: keyof SettingsUpdate
  label: string
  note?: string
}

interface SettingInputProps extends SettingProps, Omit<ComponentProps<'input'>, 'form' | 'id' | 'name'> {
  note: string
  /** Shown if the content is refused. */
  fault: string
}

/** A line of text, or a number. */
export function SettingInput({ id, form, name, label, note, fault, ...rest }: SettingInputProps) {
  const shownFault = form.formState.errors[name] ? fault : null
  return (
    <SettingFrame id={id} label={label} note={note} fault={shownFault}>
      <TextField
        id={id}
        aria-describedby={`${id}-note`}
        fault={shownFault}
        {...rest}
        {...form.register(name, rest.type === 'number' ? { valueAsNumber: true } : {})}
      />
    </SettingFrame>
  )
}

type SettingSelectProps = SettingProps & Pick<ComponentProps<typeof SelectField>, 'options'>

export function SettingSelect({ id, form, name, label, note, options }: SettingSelectProps) {
  return (
    <SettingFrame id={id} label={label} note={note}>
      <SelectField id={id} aria-describedby={note && `${id}-note`} options={options} {...form.register(name)} />
    </SettingFrame>
  )
}

interface SettingFrameProps {
  id: string
  label: string
  note: string | undefined
  fault?: string | null
  children: ReactNode
}

function SettingFrame({ id, label, note, fault, children }: SettingFrameProps) {
  return (
    <div className="setting-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {fault && <FieldFault fieldId={id}>{fault}</FieldFault>}
      {note && (
        <p className="note wrap-anywhere" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}
