import type { User } from '@kerf/contract/auth'
import { useSession } from './session.ts'

type Named = Pick<User, 'name' | 'username'>

export const displayName = ({ name, username }: Named): string => name?.trim() || username

/** From the name, else the username, else U: one character, however many code units it takes. */
export function avatarInitial(user: Named): string {
  const [first = 'U'] = displayName(user).trim()
  return first.toLocaleUpperCase()
}

/** Name and email of the signed-in user, so that forms need not ask; empty for strangers. */
export function useKnownPerson(): { name: string; email: string } {
  const session = useSession()
  if (session.state !== 'signed_in') return { name: '', email: '' }
  return { name: session.user.name ?? '', email: session.user.email }
}
