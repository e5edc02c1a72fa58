import { constants, cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { publicHealth } from '@kerf/contract/health'
import { type Check, failing, ok, say } from '@kerf/domain/health/health-check'
import type { StandingChecks } from '@kerf/domain/health/standing'
import type { SwitchableSource } from '@kerf/domain/site/site-settings'
import { readHolder } from '../../adapters/data-directory/data-directory.ts'
import { takeReadersLock } from '../../adapters/data-directory/exclusive-lock.ts'
import { isThere, nullIfMissing } from '../../adapters/data-directory/make-folder.ts'
import { hasCluster } from '../../adapters/database/embedded/cluster-folder.ts'
import type { Executor } from '../../adapters/database/engine/executor.ts'
import { createSettingRecords } from '../../adapters/database/moderation/settings.ts'
import { connectDatabase } from '../../adapters/database/open-database.ts'
import { knownMigrations, schemaState } from '../../adapters/database/transfer/schema-state.ts'
import { countEmails } from '../../adapters/job-queue/mail-worker.ts'
import { refuseMoved } from '../../adapters/processes/agreements.ts'
import { listAlive } from '../../adapters/processes/process-register.ts'
import type { WaitingEmails } from '../../ports/emails.ts'
import { describeStartupError } from '../environment/describe-startup-error.ts'
import type { Settings } from '../environment/environment.ts'

type RecordsSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'metricsToken'>

export interface RecordsReport {
  checks: Pick<StandingChecks, 'database' | 'queue' | 'workers' | 'storage'>
  /** Sources that were saved in the admin panel; null if none were saved or the database was not read. */
  sources: readonly SwitchableSource[] | null
  /** State of YouTube in the running Kerf, if its database cannot be read. */
  resolver: Check | null
  emails: WaitingEmails
}

const CONNECT_TIMEOUT_MILLISECONDS = 5000
const ANSWER_TIMEOUT_MILLISECONDS = 5000

/** A check with an English message that only the terminal shows. */
export const plainCheck = (state: Check['state'], message: string): Check => ({ state, message, says: [] })

const NOT_RUNNING = plainCheck('untested', 'Kerf is not running. Start it with npm start.')
const EMPTY_REPORT = {
  sources: null,
  resolver: null,
  emails: { waiting: 0, tried: 0, oldestAt: null, givenUp: 0 },
} satisfies Omit<RecordsReport, 'checks'>

/**
 * Reports on the database without writing to it. A PostgreSQL is read directly, an embedded database in a copy below
 * `folder`. While a running Kerf holds its embedded database, that process is queried instead.
 */
export async function inspectRecords(settings: RecordsSettings, folder: string): Promise<RecordsReport> {
  try {
    return await (settings.databaseUrl === null
      ? inspectEmbedded(settings, folder)
      : inspectServer(settings.databaseUrl))
  } catch (error) {
    const reason = describeStartupError(error) ?? `The database cannot be read: ${(error as Error).message}`
    return { ...EMPTY_REPORT, checks: { database: plainCheck('failing', reason) } }
  }
}

async function inspectServer(databaseUrl: string): Promise<RecordsReport> {
  const connection = await connectDatabase({
    databaseUrl,
    folder: '',
    onError: () => undefined,
    connectMilliseconds: CONNECT_TIMEOUT_MILLISECONDS,
  })
  try {
    return await readRecords(connection.executor, true)
  } finally {
    await connection.close()
  }
}

async function inspectEmbedded(settings: RecordsSettings, folder: string): Promise<RecordsReport> {
  const { dataDirectory } = settings
  const lockPath = join(dataDirectory, 'lock')
  const isUsed = await isThere(lockPath)
  const lock = isUsed ? takeReadersLock(lockPath) : null
  if (isUsed && lock === null) return await queryHolder(settings)
  const databasePath = join(dataDirectory, 'database')
  const copyPath = join(folder, 'database')
  try {
    await nullIfMissing(cp(databasePath, copyPath, { recursive: true, mode: constants.COPYFILE_FICLONE }))
    if (!(await hasCluster(copyPath))) return { ...EMPTY_REPORT, checks: { workers: NOT_RUNNING } }
    const connection = await connectDatabase({ databaseUrl: null, folder: copyPath, onError: () => undefined })
    try {
      return await readRecords(connection.executor, false)
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      const database = plainCheck('untested', `It was not looked at: there is no room for a copy of it in ${folder}.`)
      return { ...EMPTY_REPORT, checks: { database, workers: NOT_RUNNING } }
    }
    if (error instanceof Error) error.message = error.message.replaceAll(copyPath, databasePath)
    throw error
  } finally {
    lock?.release()
    await rm(copyPath, { recursive: true, force: true })
  }
}

/** @param isShared whether other processes may use the database and are listed in it */
async function readRecords(executor: Executor, isShared: boolean): Promise<RecordsReport> {
  await refuseMoved(executor)
  const { migrations, queueVersion } = await schemaState(executor)
  const knownCount = (await knownMigrations()).length
  if (migrations === null) return { ...EMPTY_REPORT, checks: { workers: NOT_RUNNING } }
  if (migrations > knownCount)
    return {
      ...EMPTY_REPORT,
      checks: { database: plainCheck('failing', 'It belongs to a newer version of Kerf. Start that one.') },
    }
  if (migrations < knownCount) {
    const database = plainCheck('untested', 'It belongs to an older version of Kerf. The next start migrates it.')
    return { ...EMPTY_REPORT, checks: { database, workers: NOT_RUNNING } }
  }
  const { sources = null } = await createSettingRecords(executor).read()
  return {
    checks: { database: ok(say('database_ok')), workers: isShared ? await checkProcesses(executor) : NOT_RUNNING },
    sources,
    resolver: null,
    emails: queueVersion === null ? EMPTY_REPORT.emails : await countEmails(executor),
  }
}

async function checkProcesses(executor: Executor): Promise<Check> {
  const processes = await listAlive(executor)
  if (processes.length === 0) return NOT_RUNNING
  const sumOf = (name: 'running' | 'concurrency') => processes.reduce((total, process) => total + process[name], 0)
  if (sumOf('concurrency') === 0) return failing(say('workers_none'))
  return ok(say('workers_ok', sumOf('running'), sumOf('concurrency')))
}

/** Requests the health of the Kerf that holds the data directory. */
async function queryHolder({ dataDirectory, metricsToken }: RecordsSettings): Promise<RecordsReport> {
  const holder = await readHolder(dataDirectory)
  const holderName = holder ? `process ${holder.processId}` : 'another process'
  const unreadCheck = plainCheck(
    'untested',
    `It is in use by ${holderName}, so saved settings and waiting emails were not looked at. The admin panel shows them.`,
  )
  if (!holder?.url)
    return {
      ...EMPTY_REPORT,
      checks: {
        database: unreadCheck,
        workers: plainCheck('untested', `The data directory is in use by ${holderName}, which serves nobody yet.`),
      },
    }
  const health = await readHealth(holder.url, metricsToken).catch((error: Error) => error)
  if (health instanceof Error) {
    const workers = plainCheck(
      'failing',
      `Kerf runs as ${holderName}, but does not answer at ${holder.url}. Restart it. See its log.`,
    )
    return { ...EMPTY_REPORT, checks: { database: unreadCheck, workers } }
  }
  const { database, queue, storage, resolver } = health.checks
  const checks = {
    database: database.state === 'failing' ? withAdvice(database) : unreadCheck,
    queue: withAdvice(queue),
    storage: withAdvice(storage),
  }
  return { ...EMPTY_REPORT, checks, resolver }
}

async function readHealth(url: string, metricsToken: string | null) {
  const response = await fetch(new URL('/api/health', url), {
    headers: metricsToken === null ? {} : { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MILLISECONDS),
  })
  return publicHealth.parse(await response.json())
}

/** A check of the running Kerf, which hides its messages from callers that it does not trust. */
const withAdvice = (check: Check): Check =>
  check.message === '' ? plainCheck(check.state, 'The admin panel says why (System health).') : check
