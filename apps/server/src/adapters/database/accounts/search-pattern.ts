import { or, type SQL, sql } from 'drizzle-orm'
import { users } from '../schema/account-schema.ts'

export function searchPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`
}

/** Spellings to look for: in capitals `ß` and `ss` are the same. */
export function spellingsOf(search: string): string[] {
  return [...new Set([search, search.replace(/ß|ẞ/g, 'ss'), search.replace(/ss/gi, 'ß')])]
}

/** Accounts whose name, username or email contains this, ignoring case; uses the index of migration 0009. */
export function isAccountFor(search: string): SQL | undefined {
  return or(...spellingsOf(search).map((part) => sql`${users.searchText} like lower(${searchPattern(part)})`))
}
