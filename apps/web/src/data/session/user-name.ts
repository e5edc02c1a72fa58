import type { User } from '@kerf/contract/auth'

type Named = Pick<User, 'name' | 'username'>

export const displayName = ({ name, username }: Named): string => name?.trim() || username

/** From the name, else the username, else U: one letter, however many code units it takes. */
export function avatarInitial(user: Named): string {
  const [first = 'U'] = displayName(user).trim()
  return first.toLocaleUpperCase()
}
