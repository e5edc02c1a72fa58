import type { ComponentProps } from 'react'
import { SearchIcon } from './icons/list-icons.tsx'
import { TextField } from './TextField.tsx'

/** A search field. It needs an `aria-label`. */
export function SearchField({ className = '', ...rest }: ComponentProps<'input'>) {
  return (
    <div className={`relative ${className}`.trimEnd()}>
      <span className="pointer-events-none absolute top-3 left-3 text-ink-2">
        <SearchIcon />
      </span>
      <TextField type="search" className="h-(--touch) pl-[42px]" autoComplete="off" {...rest} />
    </div>
  )
}
