import { type ComponentProps, useId } from 'react'
import './styles/range.css'

interface RangeFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'className'> {
  label: string
  value: number
  /** The value as text. */
  shown: string
  onValue: (value: number) => void
}

/** The browser's slider with its label and value above it. */
export function RangeField({ label, value, shown, onValue, ...rest }: RangeFieldProps) {
  const id = useId()
  return (
    <div className="range-field">
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id} className="time" translate="no">
        {shown}
      </output>
      <input
        id={id}
        type="range"
        value={value}
        aria-valuetext={shown}
        onChange={({ target }) => onValue(target.valueAsNumber)}
        {...rest}
      />
    </div>
  )
}
