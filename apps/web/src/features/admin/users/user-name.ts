import type { User } from '@kerf/contract/account'

/** What an account is called where there is room for one name. */
export function userName({ name, username }: Pick<User, 'name' | 'username'>): string {
  return name?.trim() || username
}
