import type { Writes } from '../../ports/database.ts'

type Kind = keyof Writes

/** A statement that was run. */
export interface RunStatement {
  text: string
  values?: readonly unknown[] | undefined
  /** How many rows it wrote, as the database says; null where it failed, or did not say. */
  changed?: number | null
}

interface Touched {
  /** Of these an answer is made; each names its rows by `id`. */
  rows: readonly string[]
  /** Only a deletion there takes some of them along. */
  owners: readonly string[]
  /** A statement that is none of the plain ones concerns them when it speaks of them. */
  spokenOf: RegExp
}

const TOUCHED: Record<Kind, Touched> = {
  people: {
    rows: ['viewers', 'users', 'sessions'],
    owners: [],
    spokenOf: /\b(?:viewers|users|sessions|second_factors)\b/i,
  },
  downloads: {
    rows: ['downloads', 'clips'],
    owners: ['videos', 'batches', 'viewers', 'users'],
    spokenOf: /\b(?:downloads|clips|videos|batches|viewers|users)\b/i,
  },
  queue: { rows: [], owners: [], spokenOf: /\bjob\w*/i },
}
const KINDS = Object.keys(TOUCHED) as Kind[]

const ONLY_READS = /^\s*select\b/i
/** The table of a statement that writes to one, and to no other but by what hangs on its rows. */
const PLAIN = /^\s*(insert into|update|delete from)\s+(?:"?\w+"?\.)?"?(\w+)"?\s/i
/** What is written in the middle of a question: then the first words do not tell. */
const HAS_SUBSTATEMENT = /\b(?:with|select)\b/i
/** Only behind this word a statement within another one may write, too, which the count of rows does not tell. */
const MAY_WRITE_TWICE = /\bwith\b/i
/** Clears away and counts anew what is there: what is read stays the same. */
const ONLY_TENDS = /^\s*(?:vacuum|analyze)\b/i
const MAY_OVERWRITE = /\bdo\s+update\b/i
/** One row by its id, whatever else is asked of it; with an `or`, it might be another one. */
const BY_ID = /\bwhere\s+\(?(?:"(\w+)"\.)?"id" = \$(\d+)(?:\s+and\b|\)|\s+returning\b|$)/i
const HAS_CHOICE = /\bor\b/i

/** More are not told apart: what was kept before is read anew once. */
const MOST_ROWS = 10_000

/**
 * Counts what is written to a database to which nobody writes but through here, and to which rows. Noted once it is written
 * and before whoever wrote it hears so: what was read when nothing had been written of its rows since is what would be read now.
 */
export class NotedWrites {
  readonly #counts: Record<Kind, WriteCount> = {
    people: new WriteCount(),
    downloads: new WriteCount(),
    queue: new WriteCount(),
  }
  readonly writes: Writes = {
    people: (rows) => this.#counts.people.last(rows),
    downloads: (rows) => this.#counts.downloads.last(rows),
    queue: (rows) => this.#counts.queue.last(rows),
  }

  /** Also statements that failed, which may have failed after all was done. */
  note(statements: readonly RunStatement[]): void {
    for (const statement of statements) for (const kind of KINDS) this.#noteOne(kind, statement)
  }

  #noteOne(kind: Kind, statement: RunStatement): void {
    const concern = concernOf(TOUCHED[kind], statement)
    if (concern === 'all') this.#counts[kind].addAll()
    else if (concern === 'new ones') this.#counts[kind].add()
    else if (concern !== 'none') this.#counts[kind].add(concern.row)
  }
}

function concernOf(
  { rows, owners, spokenOf }: Touched,
  { text, values = [], changed = null }: RunStatement,
): 'none' | 'new ones' | 'all' | { row: string } {
  if (ONLY_READS.test(text) || ONLY_TENDS.test(text) || !spokenOf.test(text)) return 'none'
  // The sweep asks for all that is too old, and mostly finds nothing: for a thousand who wait, all read anew, that was a second.
  if (changed === 0 && PLAIN.test(text) && !MAY_WRITE_TWICE.test(text)) return 'none'
  const plain = HAS_SUBSTATEMENT.test(text) ? null : PLAIN.exec(text)
  if (!plain) return 'all'
  const [, verb = '', table = ''] = plain
  const isDeletion = /^delete/i.test(verb)
  if (owners.includes(table)) return isDeletion ? 'all' : 'none'
  if (!rows.includes(table)) return 'all'
  // A row that was not there before is in nothing that was read, and what was not found is not kept.
  if (/^insert/i.test(verb)) return MAY_OVERWRITE.test(text) ? 'all' : 'new ones'
  const row = rowOf(text, table, values)
  return row === null ? 'all' : { row }
}

function rowOf(text: string, table: string, values: readonly unknown[]): string | null {
  const found = HAS_CHOICE.test(text) ? null : BY_ID.exec(text)
  if (!found || (found[1] ?? table) !== table) return null
  const id = values[Number(found[2]) - 1]
  return typeof id === 'string' ? id : null
}

class WriteCount {
  #count = 0
  #lastOfAll = 0
  readonly #lastOfRow = new Map<string, number>()

  /** The last write that may concern one of these rows; any at all with null. */
  last(rows: readonly string[] | null): number {
    if (rows === null) return this.#count
    return rows.reduce((last, row) => Math.max(last, this.#lastOfRow.get(row) ?? 0), this.#lastOfAll)
  }

  /** A row that was there, or one that was not. */
  add(row?: string): void {
    this.#count += 1
    if (row === undefined) return
    if (this.#lastOfRow.size >= MOST_ROWS) this.addAll()
    else this.#lastOfRow.set(row, this.#count)
  }

  addAll(): void {
    this.#count += 1
    this.#lastOfAll = this.#count
    this.#lastOfRow.clear()
  }
}
