import type { User } from '@kerf/contract/auth'
import { useSession } from './session.ts'

type Named = Pick<User, 'name' | 'username'>

export const displayName = ({ name, username }: Named): string => name?.trim() || username

/** First character of the name, else of the username, else `U`. It may have two code units. */
export function avatarInitial(user: Named): string {
  const [initial = 'U'] = displayName(user).trim()
  return initial.toLocaleUpperCase()
}

/** Name and email of the signed-in user, for the initial values of forms; empty for strangers. */
export function useNameAndEmail(): { name: string; email: string } {
  const session = useSession()
  if (session.state !== 'signed_in') return { name: '', email: '' }
  return { name: session.user.name ?? '', email: session.user.email }
}
