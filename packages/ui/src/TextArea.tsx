import { type ComponentProps, useId } from 'react'
import { FieldFrame, type FieldWords, fieldState } from './Field.tsx'

/** Several lines of text with a label. It grows with what is written, where the browser can. */
export function TextArea({
  label,
  fault,
  hint,
  aside,
  id,
  rows = 5,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'className' | 'rows'> & { rows?: 2 | 3 | 4 | 5 | 6 } & FieldWords) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <FieldFrame id={fieldId} label={label} fault={fault} hint={hint} aside={aside}>
      <textarea className="text-field text-area" rows={rows} {...rest} {...fieldState(fieldId, { fault, hint })} />
    </FieldFrame>
  )
}
