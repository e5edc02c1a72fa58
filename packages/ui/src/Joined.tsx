import type { ComponentProps } from 'react'

/** Controls that belong together, side by side. Give it a name when it holds more than a field and its buttons. */
export function Joined({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div role={rest['aria-label'] ? 'group' : undefined} className={`joined ${className}`.trimEnd()} {...rest} />
}
