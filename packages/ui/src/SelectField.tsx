import type { ComponentProps } from 'react'
import { ChevronDownIcon } from './icons/icons.tsx'

interface SelectFieldProps extends ComponentProps<'select'> {
  options: readonly { value: string; name: string }[]
}

/** The browser's own select element. It needs a label or an `aria-label`. */
export function SelectField({ options, className = '', ...rest }: SelectFieldProps) {
  return (
    <span className={`select-field relative inline-block ${className}`.trimEnd()}>
      <select
        className="min-h-(--touch) w-full appearance-none rounded-control border-[1.5px] border-line-firm bg-paper pr-10 pl-3.5 text-ellipsis"
        {...rest}
      >
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
