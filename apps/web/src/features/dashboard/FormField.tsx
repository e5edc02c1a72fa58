import { FieldFault, TextField } from '@kerf/ui/TextField'
import { type ComponentProps, useId } from 'react'

interface FormFieldProps extends ComponentProps<'input'> {
  label: string
  hint?: string
  /** Why the content is refused. */
  fault?: string | undefined
}

/** A field under its name, with what is wrong with it below. */
export function FormField({ label, hint, fault, ...rest }: FormFieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <TextField id={id} fault={fault ?? null} {...rest} {...(hint && !fault ? { 'aria-describedby': hintId } : {})} />
      {fault ? (
        <FieldFault fieldId={id}>{fault}</FieldFault>
      ) : (
        hint && (
          <p className="desk-note" id={hintId}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
