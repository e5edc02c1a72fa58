import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { openDataDirectory } from '../../../adapters/data-directory/data-directory.ts'
import { queryRows } from '../../../adapters/database/engine/executor.ts'
import { type OpenDatabase, openDatabase } from '../../../adapters/database/open-database.ts'
import {
  type DatabaseKind,
  type TestDatabase,
  throwInTests,
} from '../../../adapters/database/testing/open-test-database.ts'
import { withRecords } from '../../../adapters/database/transfer/read-records.ts'
import { agreeOnSecret, SecretDiffersError } from '../../../adapters/processes/agreements.ts'
import { backupCommand, restoreCommand } from '../backup-commands.ts'
import type { DatabaseLocation } from '../open-records.ts'
import { inhabit } from './inhabit.ts'

/** Tables that every start changes: options of queues, and on PostgreSQL the fingerprint of the secret. */
const CHANGED_BY_START = ['pgboss.queue', 'public.agreements']

async function readAllRows(database: OpenDatabase): Promise<Map<string, unknown[]>> {
  return await withRecords(database.executor, async (chunks) => {
    const tables = new Map<string, unknown[]>()
    let rows: unknown[] = []
    for await (const chunk of chunks) {
      if (chunk.kind === 'table') rows = []
      else if (chunk.kind === 'rows') rows.push(...chunk.rows.map((row) => JSON.stringify(row)))
      else if (chunk.kind === 'end') tables.set(chunk.name, rows.toSorted())
      else tables.set('sequences', chunk.sequences)
    }
    for (const name of CHANGED_BY_START) tables.delete(name)
    return tables
  })
}

export const databaseLocationOf = ({ options }: TestDatabase): DatabaseLocation =>
  options.databaseUrl
    ? { databaseUrl: options.databaseUrl, folder: null }
    : { databaseUrl: null, folder: options.folder }

/** Tests backup and restore between two kinds of databases. npm test tests one pair, *.hard.ts all pairs. */
export function describeMoving(from: DatabaseKind, to: DatabaseKind): void {
  it.skipIf(from.skipped || to.skipped)(
    `an installation from ${from.name} to ${to.name} keeps all rows, sequences, sessions, second factors and jobs in a backup and restore`,
    async () => {
      const secret = randomBytes(32).toString('hex')
      const folder = temporaryDirectory()
      const directory = await openDataDirectory(join(folder, 'data'))
      onTestFinished(() => directory.close())
      const source = await from.open()
      const anna = await inhabit(source.database, secret)
      const rowsBefore = await readAllRows(source.database)
      // An embedded database can be open only once.
      await source.close()
      const target = await to.open()
      await target.close()
      for (const [table, rows] of rowsBefore)
        if (table.startsWith('public.')) expect([table, rows.length]).not.toEqual([table, 0])
      const path = join(folder, 'all.kerf')
      const sentences = await backupCommand({
        place: databaseLocationOf(source),
        path,
        version: '0.1.0',
        secrets: { session: secret },
      })
      expect(sentences).toContain('keep it like a password')
      expect((await stat(path)).mode & 0o777).toBe(0o600)

      const options = { place: databaseLocationOf(target), path, directory, hasOwnSecret: false }
      const fullDirectory = { ...directory, putSecret: () => Promise.reject(new Error('The disk is full.')) }
      // If the secret cannot be stored, no rows may stay: they would be useless, and block the next attempt.
      await expect(restoreCommand({ ...options, directory: fullDirectory })).rejects.toThrow('The disk is full.')
      expect(await restoreCommand(options)).toContain('Sessions and two-factor authentication keep working')
      expect(await directory.secret('session')).toBe(secret)
      await expect(restoreCommand(options)).rejects.toMatchObject({ name: 'TransferError', code: 'not_empty' })

      const database = await openDatabase({ ...target.options, onError: throwInTests })
      try {
        expect(await readAllRows(database)).toEqual(rowsBefore)
        expect(await queryRows(database.executor, 'select id from processes union select name from rounds')).toEqual([])
        if (database.kind === 'postgres') {
          await agreeOnSecret(database.executor, secret)
          await expect(agreeOnSecret(database.executor, 'another')).rejects.toThrow(SecretDiffersError)
        }
        await anna.checkMoved(database, await directory.secret('session'))
        await expect(database.executor.execute(sql`update ledger set plan = 'free'`)).rejects.toThrow()
        await expect(database.executor.execute(sql`delete from audit_log`)).rejects.toThrow()
      } finally {
        await database.close()
      }
    },
  )
}
