import type { ReactNode } from 'react'
import { accountWords } from '#messages/account.ts'
import { useSession } from '../../data/session/session.ts'
import { AlreadySignedIn } from './AlreadySignedIn.tsx'

/** What is behind is for people without a session. */
export function StrangersOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.state === 'signed_in') return <AlreadySignedIn user={session.user} />
  if (session.state === 'signed_out') return children
  return <div className="page min-h-[60vh]" role="status" aria-label={accountWords.already.looking} />
}
