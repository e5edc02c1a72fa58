import type { SettingsUpdate } from '@kerf/contract/admin-settings'
import { SelectField } from '@kerf/ui/SelectField'
import { TextField } from '@kerf/ui/TextField'
import { type ComponentProps, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { LabelledControl } from '../lists/LabelledControl.tsx'

export type SettingsFormState = UseFormReturn<SettingsUpdate>

interface SettingProps {
  form: SettingsFormState
  name: keyof SettingsUpdate
  label: string
  note?: string
}

interface SettingInputProps extends SettingProps, Omit<ComponentProps<'input'>, 'form' | 'id' | 'name'> {
  note: string
  /** Text that is shown if the content is invalid. */
  fault: string
}

/** Field for a line of text or a number. */
export function SettingInput({ form, name, label, note, fault, ...inputProps }: SettingInputProps) {
  const id = useId()
  const shownFault = form.formState.errors[name] ? fault : null
  return (
    <LabelledControl id={id} label={label} note={note} fault={shownFault}>
      <TextField
        id={id}
        aria-describedby={`${id}-note`}
        fault={shownFault}
        {...inputProps}
        {...form.register(name, inputProps.type === 'number' ? { valueAsNumber: true } : {})}
      />
    </LabelledControl>
  )
}

type SettingSelectProps = SettingProps & Pick<ComponentProps<typeof SelectField>, 'options'>

export function SettingSelect({ form, name, label, note, options }: SettingSelectProps) {
  const id = useId()
  return (
    <LabelledControl id={id} label={label} note={note}>
      <SelectField
        className="min-w-50"
        id={id}
        aria-describedby={note && `${id}-note`}
        options={options}
        {...form.register(name)}
      />
    </LabelledControl>
  )
}
