import { sendVerification } from '@kerf/contract/auth'
import { Button, type ButtonSize, type ButtonVariant } from '@kerf/ui/Button'
import { accountWords } from '#messages/account.ts'
import { useOneAtATime } from '../browser/use-running.ts'
import { showFailure } from '../data/feedback/show-failure.ts'
import { toasts } from '../data/feedback/toasts.ts'
import { callApi } from '../data/session/as-person.ts'
import { useKnownPerson } from '../data/session/user-name.ts'

const words = accountWords.verification

/** For somebody signed in whose email is not confirmed: has the mail with the link sent once more. */
export function SendVerification({ variant, size }: { variant: ButtonVariant; size?: ButtonSize }) {
  const { email } = useKnownPerson()
  const { busy, run } = useOneAtATime()
  const send = (): void =>
    void run(async () => {
      try {
        await callApi(sendVerification, { body: {} })
        toasts.show({ title: words.sentTitle, text: words.sent(email) })
      } catch (error) {
        showFailure(error)
      }
    })
  return (
    <Button variant={variant} {...(size ? { size } : {})} aria-disabled={busy || undefined} onClick={send}>
      {busy ? words.sending : words.send}
    </Button>
  )
}
