import { or, type SQL, sql } from 'drizzle-orm'
import { users } from '../schema/account-schema.ts'

export function searchPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`
}

/** Returns the spellings to search for, since `ß` and `ss` are the same in capitals. */
export function spellingsOf(search: string): string[] {
  return [...new Set([search, search.replace(/ß|ẞ/g, 'ss'), search.replace(/ss/gi, 'ß')])]
}

/** Matches accounts whose name, username or email contains `search`, in any case. Uses the index of migration 0009. */
export function matchesAccount(search: string): SQL | undefined {
  return or(...spellingsOf(search).map((part) => sql`${users.searchText} like lower(${searchPattern(part)})`))
}
