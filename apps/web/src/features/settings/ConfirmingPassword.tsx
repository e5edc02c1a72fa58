import type { User } from '@kerf/contract/auth'
import { PasswordField } from '@kerf/ui/PasswordField'
import { type ComponentProps, useState } from 'react'
import { formWords } from '#messages/account/account.ts'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { ApiError } from '../../data/queries/calls.ts'

const { missingPassword, reveal, email: words } = dashboardWords.settings

interface ConfirmingPasswordProps extends Omit<Partial<ComponentProps<typeof PasswordField>>, 'fault'> {
  user: User
  /** Error of the field. A server error shows its own sentence, any other that the password is missing. */
  error: { type?: unknown; message?: string | undefined } | undefined
}

/** Password field that confirms a change, because another person may be using the open session. */
export function ConfirmingPassword({ user, error, ...field }: ConfirmingPasswordProps) {
  return (
    <>
      {/* The hidden email tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label={words.password}
        words={formWords.reveal(reveal.password)}
        autoComplete="current-password"
        fault={error && (error.type === 'server' ? error.message : missingPassword)}
        {...field}
      />
    </>
  )
}

/** State of a password field that appears only after the server requires it. A recent sign-in needs no password. */
export function usePasswordOnDemand() {
  const [isAsked, setAsked] = useState(false)
  return {
    isAsked,
    /** Sentence of a refusal. If the server requires a password, the field appears. */
    sentenceFor(error: unknown): string {
      if (isAsked || !(error instanceof ApiError) || error.code !== 'wrong_password') return failureSentence(error)
      setAsked(true)
      return missingPassword
    },
  }
}
