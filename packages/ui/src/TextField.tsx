import type { ComponentProps } from 'react'
import { CircleAlertIcon } from './icons/icons.tsx'

// A file of its own, because the home page loads this field and no other.
interface TextFieldProps extends ComponentProps<'input'> {
  /** Error message, or null. `FieldFault` shows it and must have the id `${id}-fault`. */
  fault?: string | null
}

export function TextField({ fault, className = '', id, ...rest }: TextFieldProps) {
  const faultAttributes = fault ? { 'aria-invalid': true, 'aria-describedby': `${id}-fault` } : {}
  return <input id={id} className={`text-field ${className}`.trimEnd()} {...rest} {...faultAttributes} />
}

export function FieldFault({ fieldId, children }: { fieldId: string; children: string }) {
  return (
    <p className="field-fault" id={`${fieldId}-fault`}>
      <CircleAlertIcon />
      <span>{children}</span>
    </p>
  )
}
