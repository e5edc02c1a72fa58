import { useSession } from './session.ts'

/** Name and email of whoever is signed in, so that forms need not ask; empty for strangers. */
export function useKnownPerson(): { name: string; email: string } {
  const session = useSession()
  if (session.state !== 'signed_in') return { name: '', email: '' }
  return { name: session.user.name ?? '', email: session.user.email }
}
