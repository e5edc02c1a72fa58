import type { User } from '@kerf/contract/auth'
import { PasswordField } from '@kerf/ui/PasswordField'
import { type ComponentProps, useState } from 'react'
import { formWords } from '#messages/account/account.ts'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { tellFailure } from '../../data/feedback/show-failure.ts'
import { ApiError } from '../../data/queries/calls.ts'

const { missingPassword, reveal, email: words } = dashboardWords.settings

interface ConfirmingPasswordProps extends Partial<ComponentProps<typeof PasswordField>> {
  user: User
}

/** Password field that confirms a change, because another person may be using the open session. */
export function ConfirmingPassword({ user, ...fieldProps }: ConfirmingPasswordProps) {
  return (
    <>
      {/* The hidden email tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label={words.password}
        words={formWords.reveal(reveal.password)}
        autoComplete="current-password"
        {...fieldProps}
      />
    </>
  )
}

/** State of a password field that appears only after the server requires it. A recent sign-in needs no password. */
export function usePasswordOnDemand() {
  const [isAsked, setAsked] = useState(false)
  return {
    isAsked,
    /** Shows a failure in a toast. If the server requires a password, the field appears. */
    tell(error: unknown): string {
      const sentence = tellFailure(error)
      if (isAsked || !(error instanceof ApiError) || error.code !== 'wrong_password') return sentence
      setAsked(true)
      return missingPassword
    },
  }
}
