import { Button, type ButtonVariant } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons'

interface FormEndProps {
  label: string
  /** The label while the call runs. */
  sendingLabel: string
  sending: boolean
  /** Why the form was not taken; stays when the toast has gone. */
  refusal: string | null
  variant?: ButtonVariant
}

/** The last of a form: what went wrong with it as a whole, and its button. */
export function FormEnd({ label, sendingLabel, sending, refusal, variant = 'blade' }: FormEndProps) {
  return (
    <>
      {refusal && (
        <p className="field-fault">
          <CircleAlertIcon />
          <span>{refusal}</span>
        </p>
      )}
      <Button type="submit" variant={variant} aria-disabled={sending} className="form-submit">
        {sending ? sendingLabel : label}
      </Button>
    </>
  )
}
