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
  /** The refusal of the form: the server's sentence, else that it is missing. */
  error: { type?: unknown; message?: string | undefined } | undefined
}

/** The password, asked for once more: another person may be using the open session. */
export function ConfirmingPassword({ user, error, ...field }: ConfirmingPasswordProps) {
  return (
    <>
      {/* For password managers: whose password this is. */}
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

/** A password that a form asks for only once the server wants it: a fresh sign-in needs none. */
export function usePasswordOnDemand() {
  const [isAsked, setAsked] = useState(false)
  return {
    isAsked,
    /** The sentence of a refusal. A missing password is asked for from then on. */
    sentenceFor(error: unknown): string {
      if (isAsked || !(error instanceof ApiError) || error.code !== 'wrong_password') return failureSentence(error)
      setAsked(true)
      return missingPassword
    },
  }
}
