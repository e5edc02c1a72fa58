import { randomBytes } from 'node:crypto'
import { addCleanup, temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { MAX_WAIT_MILLISECONDS, PATIENTLY } from '@kerf/standins/waits'
import { describe, inject, it, vi } from 'vitest'
import { type DatabaseOptions, type OpenDatabase, openDatabase } from '../open-database.ts'
import { databaseAt, onServer } from './on-server.ts'

/** PostgreSQL that all files of a run share: see share-postgres.ts. Without it tests use only the embedded database. */
const SHARED_POSTGRES = inject('sharedPostgres')

/** A database that is removed after the tests. */
export interface TestDatabase {
  database: OpenDatabase
  /** Options for opening the same database again or in a second process. */
  options: { databaseUrl: string | null; folder: string }
  /** Closes the database, so that it can be opened again. An embedded one can be open only once. */
  close(): Promise<void>
}

type ExtraOptions = Pick<DatabaseOptions, 'mailQueueOptions'>

export interface DatabaseKind {
  name: string
  skipped: boolean
  open(extraOptions?: ExtraOptions): Promise<TestDatabase>
}

export const EMBEDDED: DatabaseKind = { name: 'the embedded database', skipped: false, open: openEmbedded }
export const REAL_POSTGRES: DatabaseKind = {
  name: SHARED_POSTGRES ? 'real PostgreSQL' : 'real PostgreSQL (not on this machine)',
  skipped: SHARED_POSTGRES === null,
  open: openReal,
}
export const DATABASE_KINDS: DatabaseKind[] = [EMBEDDED, REAL_POSTGRES]

/**
 * Declares tests for each kind of database. `$name` in a title is the kind's name. Tests of a missing kind are skipped.
 */
export const describeOnDatabases = (title: string, tests: (kind: DatabaseKind) => void | Promise<void>): void =>
  describeOn(DATABASE_KINDS, title, tests)

export function describeOn(kinds: DatabaseKind[], ...[title, tests]: Parameters<typeof describeOnDatabases>): void {
  for (const kind of kinds)
    describe.skipIf(kind.skipped)(title.replace('$name', kind.name), () =>
      kind.skipped ? it('everything', () => undefined) : tests(kind),
    )
}

/**
 * Database for a test that is not about databases: the real one, which takes half of the time, unless it is missing or
 * KERF_TEST_ENGINE=embedded.
 */
export const DEFAULT_KIND =
  process.env.KERF_TEST_ENGINE === 'embedded' || REAL_POSTGRES.skipped ? EMBEDDED : REAL_POSTGRES

export function throwInTests(error: unknown): void {
  throw error
}

async function openEmbedded(extraOptions: ExtraOptions = {}): Promise<TestDatabase> {
  const options = { databaseUrl: null, folder: temporaryDirectory() }
  const database = await openDatabase({ ...options, ...extraOptions, onError: throwInTests })
  const close = callOnce(() => database.close())
  addCleanup(close)
  return { database, options, close }
}

async function openReal(extraOptions: ExtraOptions = {}): Promise<TestDatabase> {
  if (SHARED_POSTGRES === null) throw new Error('There is no PostgreSQL on this machine.')
  const { url, template } = SHARED_POSTGRES
  const name = `kerf_test_${randomBytes(8).toString('hex')}`
  await onServer(url, `create database ${name} template ${template}`)
  const options = { databaseUrl: databaseAt(url, name), folder: '' }
  let isClosed = false
  const database = await openDatabase({
    ...options,
    ...extraOptions,
    // Fifty concurrent calls wait for ten connections, and on a busy machine they wait long.
    connectMilliseconds: MAX_WAIT_MILLISECONDS,
    onError: (error) => {
      // After the close, the server may cut a connection that is about to end.
      if (!isClosed) throwInTests(error)
    },
  })
  const close = callOnce(async () => {
    await database.close()
    isClosed = true
  })
  addCleanup(async () => {
    await close()
    // The server notices a closed connection later than this process, so the drop is retried.
    await vi.waitFor(() => onServer(url, `drop database ${name}`), PATIENTLY)
  })
  return { database, options, close }
}

function callOnce(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | null = null
  return () => {
    result ??= work()
    return result
  }
}
