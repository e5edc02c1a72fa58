import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldFault } from './TextField.tsx'

export interface FieldWords {
  label: string
  /** Why the content is refused. */
  fault?: string | undefined
  /** A hint, always shown below the control. */
  hint?: ReactNode
  /** Something small beside the label, a link. It comes after the control for those who go through the page by Tab. */
  aside?: ReactNode
}

interface FieldFrameProps extends FieldWords {
  id: string
  children: ReactNode
}

/** The label, hint and error around every control. The control has this id, and the attributes of `fieldState`. */
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

/** Ties a control to its fault and its hint, for those who hear the page. */
export function fieldState(id: string, { fault, hint }: Pick<FieldWords, 'fault' | 'hint'>) {
  const described = [fault ? `${id}-fault` : '', hint ? `${id}-hint` : ''].filter((part) => part !== '').join(' ')
  return {
    id,
    ...(fault ? { 'aria-invalid': true } : {}),
    ...(described ? { 'aria-describedby': described } : {}),
  }
}

export function Field({
  label,
  fault,
  hint,
  aside,
  id,
  ...rest
}: Omit<ComponentProps<'input'>, 'className'> & FieldWords) {
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

type CheckFieldProps = Omit<ComponentProps<'input'>, 'className' | 'type'> &
  Pick<FieldWords, 'label' | 'fault'> & {
    /** The meaning of the checkbox, below the label. */
    note?: string
  }

/** A statement to agree with, or a choice to make. The whole sentence can be pressed. */
export const CheckField = (props: CheckFieldProps) => <PressableField type="checkbox" {...props} />

/** One of several choices of the same name, of which one holds. */
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
