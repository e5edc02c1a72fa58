/** PostgreSQL's codes, and the network's, of what an operator has written wrongly or forgotten to start. */
const SENTENCES: readonly (readonly [codes: RegExp, sentence: string])[] = [
  [
    /^(ECONNREFUSED|ENOENT|ETIMEDOUT|EHOSTUNREACH|57P03)$/,
    'The database does not answer. Is it up, and is its address right?',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "The database's host is not known by that name."],
  [/^28/, 'The database does not take that user and password.'],
  [/^3D000$/, 'There is no database of that name. Make it first, empty: createdb.'],
  [/^42501$/, 'The user may not make tables there. Give it the database: alter database NAME owner to USER.'],
  [/^53100$/, 'The disk of the database is full.'],
]
const DEEPEST = 8

/** What keeps a database from being used, in a sentence without its address; null for what is nobody's mistake. */
export function sayUnreachable(error: unknown): string | null {
  let cause = error
  for (let depth = 0; depth < DEEPEST && typeof cause === 'object' && cause !== null; depth += 1) {
    const { code, syscall, cause: next } = cause as { code?: unknown; syscall?: unknown; cause?: unknown }
    // A file that is missing has the same code as a socket that is.
    const isOurs = code !== 'ENOENT' || syscall === 'connect'
    const found = isOurs && SENTENCES.find(([codes]) => typeof code === 'string' && codes.test(code))
    if (found) return `${found[1]} (${String(code)})`
    cause = next
  }
  return null
}
