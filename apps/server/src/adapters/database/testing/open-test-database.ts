import { randomBytes } from 'node:crypto'
import { afterwards, temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { MOST_WAIT_MILLISECONDS, PATIENTLY } from '@kerf/standins/waits'
import { describe, inject, it, vi } from 'vitest'
import { type DatabaseOptions, type OpenDatabase, openDatabase } from '../open-database.ts'
import { databaseAt, onServer } from './on-server.ts'

/** Shared by all files of a run: see share-postgres.ts. Without it they run on the embedded one alone. */
const SHARED = inject('sharedPostgres')

/** Removed afterwards. */
export interface TestDatabase {
  database: OpenDatabase
  /** For a second process, or a second opening, of the same database. */
  options: { databaseUrl: string | null; folder: string }
  /** So that another may open the same: an embedded one belongs to one at a time. */
  close(): Promise<void>
}

type MoreOptions = Pick<DatabaseOptions, 'mailQueueOptions'>

export interface DatabaseKind {
  name: string
  skipped: boolean
  open(more?: MoreOptions): Promise<TestDatabase>
}

export const EMBEDDED: DatabaseKind = { name: 'the embedded database', skipped: false, open: openEmbedded }
export const REAL: DatabaseKind = {
  name: SHARED ? 'real PostgreSQL' : 'real PostgreSQL (not on this machine)',
  skipped: SHARED === null,
  open: openReal,
}
export const DATABASE_KINDS: DatabaseKind[] = [EMBEDDED, REAL]

/** Declares these tests for each kind, `$name` in their title being its name. A kind that is missing here is skipped. */
export const describeOnDatabases = (title: string, tests: (kind: DatabaseKind) => void | Promise<void>): void =>
  describeOn(DATABASE_KINDS, title, tests)

export function describeOn(kinds: DatabaseKind[], ...[title, tests]: Parameters<typeof describeOnDatabases>): void {
  for (const kind of kinds)
    describe.skipIf(kind.skipped)(title.replace('$name', kind.name), () =>
      kind.skipped ? it('everything', () => undefined) : tests(kind),
    )
}

/** For a test that is not about the database: the embedded one, or with KERF_TEST_ENGINE=postgres the real one. */
export const USUAL = process.env.KERF_TEST_ENGINE === 'postgres' && !REAL.skipped ? REAL : EMBEDDED

export function throwInTests(error: unknown): void {
  throw error
}

async function openEmbedded(more: MoreOptions = {}): Promise<TestDatabase> {
  const options = { databaseUrl: null, folder: temporaryDirectory() }
  const database = await openDatabase({ ...options, ...more, onError: throwInTests })
  const close = once(() => database.close())
  afterwards(close)
  return { database, options, close }
}

async function openReal(more: MoreOptions = {}): Promise<TestDatabase> {
  if (SHARED === null) throw new Error('There is no PostgreSQL on this machine.')
  const { url, template } = SHARED
  const name = `kerf_test_${randomBytes(8).toString('hex')}`
  await onServer(url, `create database ${name} template ${template}`)
  const options = { databaseUrl: databaseAt(url, name), folder: '' }
  let isClosed = false
  const database = await openDatabase({
    ...options,
    ...more,
    // Fifty who ask at once wait for ten connections, on a busy machine for longer than on a server.
    connectMilliseconds: MOST_WAIT_MILLISECONDS,
    onError: (error) => {
      // That the server has cut off a connection which was about to end is no trouble.
      if (!isClosed) throwInTests(error)
    },
  })
  const close = once(async () => {
    await database.close()
    isClosed = true
  })
  afterwards(async () => {
    await close()
    // A closed connection is gone for us a moment before it is gone for the server.
    await vi.waitFor(() => onServer(url, `drop database ${name}`), PATIENTLY)
  })
  return { database, options, close }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => {
    done ??= work()
    return done
  }
}
