import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { startPostgres } from '@kerf/standins/postgres/start-postgres'
import { familySeconds } from './process-times.ts'

export interface PostgresFigures {
  transactions: number
  walBytes: number
  rows: number
  bytes: number
  processorSeconds: number
}

/** A PostgreSQL of the bench's own, and what it has done so far. */
export interface MeasuredPostgres {
  url: string
  version: string
  run(sql: string): string
  figures(): PostgresFigures
  processorSeconds(): number
  remove(): Promise<void>
}

const FIGURES = `
  select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database()),
    pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0'),
    (select coalesce(sum(n_tup_ins - n_tup_del), 0) from pg_stat_user_tables),
    pg_database_size(current_database())`

/** null where PostgreSQL is not installed. */
export async function openMeasuredPostgres(): Promise<MeasuredPostgres | null> {
  const programs = postgresPrograms()
  if (programs === null) return null
  const postgres = await startPostgres({ durable: true })
  const run = (sql: string): string =>
    execFileSync(join(programs, 'psql'), ['-X', '-A', '-t', '-F', ' ', '-c', sql, postgres.url], {
      encoding: 'utf8',
    }).trim()
  const processId = Number(run("select split_part(pg_read_file('postmaster.pid'), chr(10), 1)"))
  if (!readFileSync(`/proc/${processId}/comm`, 'utf8').startsWith('postgres'))
    throw new Error(`Process ${processId} is no PostgreSQL.`)
  const processorSeconds = (): number => familySeconds(processId)
  return {
    ...{ url: postgres.url, run, processorSeconds },
    version: run('show server_version'),
    figures() {
      const [transactions = 0, walBytes = 0, rows = 0, bytes = 0] = run(FIGURES).split(' ').map(Number)
      return { transactions, walBytes, rows, bytes, processorSeconds: processorSeconds() }
    },
    remove: () => postgres.remove(),
  }
}
