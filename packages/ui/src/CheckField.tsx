import type { ComponentProps, ReactNode } from 'react'

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  /** What ticking it means, under the label. */
  note?: string
}

/** A box to tick. The whole line is the target. */
export function CheckField({ label, note, ...rest }: CheckFieldProps) {
  return (
    <label className="check-field">
      <input type="checkbox" {...rest} />
      <span>
        {label}
        {note && <small>{note}</small>}
      </span>
    </label>
  )
}
