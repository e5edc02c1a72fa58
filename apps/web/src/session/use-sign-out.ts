import { useState } from 'react'
import { useLocation } from 'wouter'
import { messages } from '#messages/messages.ts'
import { signOut } from '../api/account-calls.ts'
import { failureSentence } from '../api/failure-sentence.ts'
import { PAGES } from '../app/pages.ts'
import { queryClient } from '../app/query-client.ts'
import { toasts } from '../app/toasts.ts'
import { session } from './session.ts'

/** Ends the session and goes home. What was read for this person is forgotten, so that the next one never sees it. */
export function useSignOut(): { pending: boolean; leave: () => Promise<void> } {
  const [pending, setPending] = useState(false)
  const [, navigate] = useLocation()
  async function leave(): Promise<void> {
    if (pending) return
    setPending(true)
    try {
      await signOut()
      session.end()
      queryClient.clear()
      navigate(PAGES.home.path)
    } catch (error) {
      toasts.show({ title: messages.processing.errorTitle, text: failureSentence(error), tone: 'fault' })
    } finally {
      setPending(false)
    }
  }
  return { pending, leave }
}
