import { sendVerification } from '@kerf/contract/auth'
import { Button, type ButtonSize, type ButtonVariant } from '@kerf/ui/Button'
import { useState } from 'react'
import { accountWords } from '#messages/account/account.ts'
import { serverDate } from '../browser/server-clock.ts'
import { useOneAtATime } from '../browser/use-running.ts'
import { mailNews } from '../data/feedback/mail-news.ts'
import { showFailure } from '../data/feedback/show-failure.ts'
import { toasts } from '../data/feedback/toasts.ts'
import { calendarTime } from '../data/formatting/dates.ts'
import { LOCALE } from '../data/formatting/interface-locale.ts'
import { useNameAndEmail } from '../data/session/user-name.ts'
import { callApi } from '../data/session/with-session.ts'

const words = accountWords.verification

type VerificationButtonLook = { variant: ButtonVariant; size?: ButtonSize }

/** Button that sends the email with the confirmation link again. `sentAt` is the time of the last such email. */
export function SendVerification({
  variant,
  size,
  sentAt,
}: VerificationButtonLook & { sentAt?: string | null | undefined }) {
  const [sentHere, setSentHere] = useState<string | null>(null)
  const lastSent = sentHere ?? sentAt
  const { email } = useNameAndEmail()
  const { busy, run } = useOneAtATime()
  const send = (): void =>
    void run(async () => {
      try {
        await callApi(sendVerification, { body: {} })
        setSentHere(serverDate().toISOString())
        toasts.show(mailNews(accountWords.sent.title, words.sent(email)))
      } catch (error) {
        showFailure(error)
      }
    })
  return (
    <>
      <Button variant={variant} {...(size ? { size } : {})} aria-disabled={busy || undefined} onClick={send}>
        {busy ? words.sending : words.send}
      </Button>
      {lastSent && (
        <small className="note">
          {words.lastSent} <time dateTime={lastSent}>{calendarTime(lastSent, LOCALE)}</time>
        </small>
      )}
    </>
  )
}
