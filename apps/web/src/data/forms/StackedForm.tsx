import type { ComponentProps } from 'react'
import { useAlive } from '../../browser/use-alive.ts'

/**
 * A form with its fields one below the other. It opens once the page answers: what is typed into a page that is still as it was
 * built beforehand would be lost, or be sent the browser's own way.
 */
export function StackedForm({ className = '', children, ...rest }: ComponentProps<'form'>) {
  const alive = useAlive()
  return (
    <form className={`stacked-form ${className}`.trimEnd()} method="post" noValidate {...rest}>
      <fieldset className="contents" disabled={!alive}>
        {children}
      </fieldset>
    </form>
  )
}
