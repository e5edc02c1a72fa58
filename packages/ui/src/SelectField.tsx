import type { ComponentProps } from 'react'
import { ChevronDownIcon } from './icons.tsx'

interface SelectFieldProps extends ComponentProps<'select'> {
  options: readonly { value: string; name: string }[]
}

/** The browser's own list of choices, which every phone and every screen reader knows. It needs a label or an `aria-label`. */
export function SelectField({ options, className = '', ...rest }: SelectFieldProps) {
  return (
    <span className={`select-field ${className}`.trimEnd()}>
      <select {...rest}>
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDownIcon />
    </span>
  )
}
