import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { type DatabaseOptions, type OpenDatabase, openDatabase } from '../open-database.ts'

/** A PostgreSQL server on which the tests may make and drop databases; without it they run on the embedded one alone. */
const SERVER_URL = process.env.KERF_TEST_DATABASE_URL

export interface TestDatabase {
  database: OpenDatabase
  /** For a second process, or a second opening, of the same database. */
  options: { databaseUrl: string | null; folder: string }
  remove(): Promise<void>
}

type MoreOptions = Pick<DatabaseOptions, 'mailQueueOptions'>

export interface DatabaseKind {
  name: string
  skipped: boolean
  open(more?: MoreOptions): Promise<TestDatabase>
}

export const DATABASE_KINDS: DatabaseKind[] = [
  { name: 'the embedded database', skipped: false, open: openEmbedded },
  { name: 'real PostgreSQL (KERF_TEST_DATABASE_URL)', skipped: !SERVER_URL, open: openReal },
]

export function throwInTests(error: unknown): void {
  throw error
}

async function openEmbedded(more: MoreOptions = {}): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-database-'))
  const options = { databaseUrl: null, folder }
  const database = await openDatabase({ ...options, ...more, onError: throwInTests })
  return {
    database,
    options,
    async remove() {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openReal(more: MoreOptions = {}): Promise<TestDatabase> {
  const name = `kerf_test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(SERVER_URL ?? '')
  url.pathname = `/${name}`
  const options = { databaseUrl: url.href, folder: '' }
  const database = await openDatabase({ ...options, ...more, onError: throwInTests })
  return {
    database,
    options,
    async remove() {
      await database.close()
      // A closed connection is gone for us a moment before it is gone for the server.
      await vi.waitFor(() => onServer(`drop database ${name}`), { timeout: 10_000, interval: 50 })
    },
  }
}

async function onServer(statement: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: SERVER_URL ?? '', max: 1 })
  const client = await pool.connect()
  try {
    await client.query(statement)
  } finally {
    client.release()
    await pool.end()
  }
}
