import { Button, type ButtonVariant } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import type { ComponentProps, ReactNode } from 'react'
import { useIsHydrated } from '../../browser/use-is-hydrated.ts'

/**
 * Form with its fields one below the other. The fields are disabled until the page is hydrated: before that, typed
 * text would be lost, or the browser would submit the form itself.
 */
export function StackedForm({ className = '', children, ...formProps }: ComponentProps<'form'>) {
  const isHydrated = useIsHydrated()
  return (
    <form className={`mt-7 grid gap-4.5 ${className}`.trimEnd()} method="post" noValidate {...formProps}>
      <fieldset className="contents" disabled={!isHydrated}>
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
  /** Reason of the refusal. It stays after the toast has disappeared. */
  refusal: ReactNode
  variant?: ButtonVariant
}

/** End of a form: the refusal of the whole form, and its button. */
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
