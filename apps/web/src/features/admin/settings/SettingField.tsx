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
  /** Text that is shown if the content is invalid. */
  fault: string
  isOptional?: boolean
}

/** Value of a number field that may be empty; null for an empty one. */
const numberOrNull = (value: string | number | null): number | null =>
  value === null || value === '' ? null : Number(value)

/** Field for a line of text or a number. `isOptional`: an empty number is null. */
export function SettingInput({ form, name, label, note, fault, isOptional = false, ...inputProps }: SettingInputProps) {
  const id = useId()
  const visibleFault = form.formState.errors[name] ? fault : null
  return (
    <LabelledControl id={id} label={label} note={note} fault={visibleFault}>
      <TextField
        id={id}
        aria-describedby={note && `${id}-note`}
        fault={visibleFault}
        {...inputProps}
        {...form.register(
          name,
          isOptional ? { setValueAs: numberOrNull } : inputProps.type === 'number' ? { valueAsNumber: true } : {},
        )}
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
