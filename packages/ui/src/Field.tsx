import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldFault } from './TextField.tsx'

export interface FieldTexts {
  label: string
  /** Error message of invalid content. */
  fault?: string | undefined
  /** Hint below the control. */
  hint?: ReactNode
  /** Small element beside the label, such as a link. It follows the control in the tab order. */
  aside?: ReactNode
}

interface FieldFrameProps extends FieldTexts {
  id: string
  children: ReactNode
}

/** Label, hint and error of a control. The control must have this id and the attributes of `fieldState`. */
export function FieldFrame({ id, label, fault, hint, aside, children }: FieldFrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="relative">{children}</div>
      {aside && <div className="field-aside">{aside}</div>}
      {fault && <FieldFault fieldId={id}>{fault}</FieldFault>}
      {hint && (
        <div className="mt-[7px] note" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}

/** ARIA attributes that connect a control with its error and its hint. */
export function fieldState(id: string, { fault, hint }: Pick<FieldTexts, 'fault' | 'hint'>) {
  const descriptionIds = [fault ? `${id}-fault` : '', hint ? `${id}-hint` : ''].filter((part) => part !== '').join(' ')
  return {
    id,
    ...(fault ? { 'aria-invalid': true } : {}),
    ...(descriptionIds ? { 'aria-describedby': descriptionIds } : {}),
  }
}

export function Field({
  label,
  fault,
  hint,
  aside,
  id,
  ...rest
}: Omit<ComponentProps<'input'>, 'className'> & FieldTexts) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <FieldFrame id={fieldId} label={label} fault={fault} hint={hint} aside={aside}>
      <input className="text-field" {...rest} {...fieldState(fieldId, { fault, hint })} />
    </FieldFrame>
  )
}

export function EmailField(props: ComponentProps<typeof Field>) {
  return <Field type="email" autoComplete="email" autoCapitalize="off" {...props} />
}

/** A labelled text area. It grows with its text in browsers with `field-sizing`. */
export function TextArea({
  label,
  fault,
  hint,
  aside,
  id,
  rows = 5,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'className' | 'rows'> & { rows?: 2 | 3 | 4 | 5 | 6 } & FieldTexts) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <FieldFrame id={fieldId} label={label} fault={fault} hint={hint} aside={aside}>
      <textarea className="text-field text-area" rows={rows} {...rest} {...fieldState(fieldId, { fault, hint })} />
    </FieldFrame>
  )
}

type CheckFieldProps = Omit<ComponentProps<'input'>, 'className' | 'type'> &
  Pick<FieldTexts, 'label' | 'fault'> & {
    /** Explanation below the label. */
    note?: string
  }

/** A checkbox whose whole label can be clicked. */
export const CheckField = (props: CheckFieldProps) => <PressableField type="checkbox" {...props} />

/** A radio button. Choices of the same `name` form a group. */
export const ChoiceField = (props: CheckFieldProps) => <PressableField type="radio" {...props} />

function PressableField({ type, label, note, fault, id, ...rest }: CheckFieldProps & { type: 'checkbox' | 'radio' }) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <div className="field">
      <label className="check-field flex min-h-(--touch) cursor-pointer items-start gap-3 py-[9px]" htmlFor={fieldId}>
        <input
          type={type}
          className="mt-0.5 size-5.5 flex-none accent-ink"
          {...rest}
          {...fieldState(fieldId, { fault })}
        />
        <span>
          {label}
          {note && <small className="block text-small leading-[1.4] text-ink-2">{note}</small>}
        </span>
      </label>
      {fault && <FieldFault fieldId={fieldId}>{fault}</FieldFault>}
    </div>
  )
}
