import { Button, type ButtonVariant } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import type { ComponentProps, ReactNode } from 'react'
import { useHydrated } from '../../browser/use-hydrated.ts'

/**
 * A form with its fields one below the other. It opens once the page answers: what is typed into a page that is still as it was
 * built beforehand would be lost, or be sent the browser's own way.
 */
export function StackedForm({ className = '', children, ...rest }: ComponentProps<'form'>) {
  const alive = useHydrated()
  return (
    <form className={`mt-7 grid gap-4.5 ${className}`.trimEnd()} method="post" noValidate {...rest}>
      <fieldset className="contents" disabled={!alive}>
        {children}
      </fieldset>
    </form>
  )
}

interface FormEndProps {
  label: string
  /** The label while the call runs. */
  sendingLabel: string
  sending: boolean
  /** Why the form was not taken; stays when the toast has gone. */
  refusal: ReactNode
  variant?: ButtonVariant
}

/** The last of a form: what went wrong with it as a whole, and its button. */
export function FormEnd({ label, sendingLabel, sending, refusal, variant = 'primary' }: FormEndProps) {
  return (
    <>
      {refusal && (
        <p className="field-fault">
          <CircleAlertIcon />
          <span>{refusal}</span>
        </p>
      )}
      <Button type="submit" variant={variant} aria-disabled={sending} className="min-h-14 text-lead">
        {sending ? sendingLabel : label}
      </Button>
    </>
  )
}
