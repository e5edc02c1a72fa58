import { type ComponentProps, useId } from 'react'
import { type FieldWords, fieldState } from './Field.tsx'
import { FieldFault } from './TextField.tsx'

type CheckFieldProps = Omit<ComponentProps<'input'>, 'className' | 'type'> &
  Pick<FieldWords, 'label' | 'fault'> & {
    /** What ticking it means, under the label. */
    note?: string
  }

/** A statement to agree with, or a choice to make. The whole sentence can be pressed. */
export function CheckField({ label, note, fault, id, ...rest }: CheckFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <div className="field">
      <label className="check-field" htmlFor={fieldId}>
        <input type="checkbox" {...rest} {...fieldState(fieldId, { fault })} />
        <span>
          {label}
          {note && <small>{note}</small>}
        </span>
      </label>
      {fault && <FieldFault fieldId={fieldId}>{fault}</FieldFault>}
    </div>
  )
}
