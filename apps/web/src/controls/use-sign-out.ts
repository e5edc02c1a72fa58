import { useLocation } from 'wouter'
import { messages } from '#messages/site.ts'
import { useOneAtATime } from '../browser/use-running.ts'
import { failureSentence } from '../data/feedback/failure-sentence.ts'
import { toasts } from '../data/feedback/toasts.ts'
import { PAGES } from '../data/navigation/pages.ts'
import { signOut } from '../data/session/account-calls.ts'
import { session } from '../data/session/session.ts'

/** Ends the session and opens the home page. */
export function useSignOut(): { pending: boolean; signOutAndGoHome: () => Promise<void> } {
  const { busy, run } = useOneAtATime()
  const [, navigate] = useLocation()
  const signOutAndGoHome = (): Promise<void> =>
    run(async () => {
      try {
        await signOut()
        session.end()
        navigate(PAGES.home.path)
      } catch (error) {
        toasts.show({ title: messages.processing.errorTitle, text: failureSentence(error), tone: 'fault' })
      }
    })
  return { pending: busy, signOutAndGoHome }
}
