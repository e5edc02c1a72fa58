import { or, type SQL, sql } from 'drizzle-orm'
import { users } from '../schema/account-schema.ts'

/** For `like`: what stands for anything in a pattern stands for itself in what somebody is looking for. */
export function searchPattern(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`
}

/** The spellings of what is looked for: in capitals nobody can tell `ß` from `ss`. */
export function spellingsOf(search: string): string[] {
  return [...new Set([search, search.replace(/ß|ẞ/g, 'ss'), search.replace(/ss/gi, 'ß')])]
}

/** Accounts of whose name, username or email this is a part, whatever its capitals; read from the index of migration 0009. */
export function isAccountFor(search: string): SQL | undefined {
  return or(...spellingsOf(search).map((part) => sql`${users.searchText} like lower(${searchPattern(part)})`))
}
