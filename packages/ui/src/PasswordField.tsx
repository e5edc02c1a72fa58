import { type ComponentProps, useId, useState } from 'react'
import { FieldFrame, type FieldTexts, fieldState } from './Field.tsx'

export interface PasswordFieldTexts {
  /** Visible texts of the button. */
  show: string
  hide: string
  /** Accessible names of the button. Each contains its visible text. */
  showLabel: string
  hideLabel: string
}

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'>, FieldTexts {
  words: PasswordFieldTexts
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, fault, hint, aside, id, words, ...rest }: PasswordFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const [isVisible, setVisible] = useState(false)
  return (
    <FieldFrame id={fieldId} label={label} fault={fault} hint={hint} aside={aside}>
      <input
        className="text-field password-field pr-19"
        type={isVisible ? 'text' : 'password'}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        {...fieldState(fieldId, { fault, hint })}
      />
      <button
        type="button"
        className="absolute inset-y-1 right-1 min-w-(--touch) rounded-control px-3 underline underline-offset-[0.22em]"
        aria-controls={fieldId}
        aria-label={isVisible ? words.hideLabel : words.showLabel}
        onClick={() => setVisible(!isVisible)}
      >
        {isVisible ? words.hide : words.show}
      </button>
    </FieldFrame>
  )
}
