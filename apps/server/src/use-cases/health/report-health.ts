import type { AdminHealth } from '@kerf/contract/admin-settings'
import type { Health } from '@kerf/contract/health'
import { degraded, failing, ok, say } from '@kerf/domain/health/health-check'
import type { HealthCode } from '@kerf/domain/health/health-sentences'
import type { Database } from '../../ports/database.ts'
import { type FileStore, FileStoreError, type FileStoreTrouble } from '../../ports/files.ts'
import type { Deps } from '../shared/deps.ts'
import { MIN_FREE_BYTES } from '../shared/disk-space.ts'
import { withinTime } from './within-time.ts'

type Checks = Health['checks']

/** Age of the last sweep from which it counts as stale. Sweeps run every two minutes. */
const STALE_SWEEP_AGE_MILLISECONDS = 10 * 60_000

export type HealthDeps = Deps<
  'version' | 'database' | 'files' | 'worker' | 'resolverHealth' | 'processes' | 'lastSweepAt' | 'clock'
>

/** Reports the public health: each part's state, with a sentence. */
export async function reportHealth(deps: HealthDeps): Promise<Health> {
  const [database, queue, storage, resolver, sweep] = await Promise.all([
    checkDatabase(deps),
    checkQueue(deps),
    checkStorage(deps),
    deps.resolverHealth(),
    checkSweep(deps),
  ])
  const checks: Checks = { database, queue, storage, resolver, sweep }
  return { status: overallStatus(checks), version: deps.version, checks }
}

/** Status of all checks together. Only the database, the queue and the storage can make it `failing`. */
function overallStatus(checks: Checks): Health['status'] {
  const vitalStates = [checks.database.state, checks.queue.state, checks.storage.state]
  if (vitalStates.includes('failing')) return 'failing'
  return Object.values(checks).some(({ state }) => state === 'failing' || state === 'degraded') ? 'degraded' : 'ok'
}

async function checkDatabase({ database }: HealthDeps): Promise<Checks['database']> {
  try {
    await withinTime(database.ping())
    return ok(say('database_ok'))
  } catch {
    return failing(say('database_silent'))
  }
}

async function checkQueue({ worker, processes }: HealthDeps): Promise<Checks['queue']> {
  try {
    const [depth, running] = await withinTime(Promise.all([worker.depth(), processes.list()]))
    const hasWorker = running.some(({ concurrency }) => concurrency > 0)
    return { ...(hasWorker ? ok(say('queue_ok')) : degraded(say('queue_no_workers'))), ...depth }
  } catch {
    return { ...failing(say('queue_silent')), waiting: 0, running: 0 }
  }
}

export async function checkStorage({
  files,
}: {
  files: Pick<FileStore, 'freeBytes' | 'check'>
}): Promise<Checks['storage']> {
  const freeBytes = await files.freeBytes().catch(() => undefined)
  if (freeBytes === undefined) return { ...failing(say('storage_unreadable')), freeBytes: null }
  if (freeBytes !== null && freeBytes < MIN_FREE_BYTES) return { ...failing(say('storage_full')), freeBytes }
  const trouble = await files.check().then(() => null, sayingOfTrouble)
  if (trouble) return { ...failing(say(trouble)), freeBytes }
  if (freeBytes !== null && freeBytes < LOW_DISK_BYTES) return { ...degraded(say('storage_low')), freeBytes }
  return { ...ok(say('storage_ok')), freeBytes }
}

const TROUBLE_SAYINGS = {
  unreachable: 'store_unreachable',
  denied: 'store_denied',
  no_bucket: 'store_no_bucket',
  wrong_region: 'store_wrong_region',
  clock: 'store_clock',
  foreign: 'store_foreign',
  refused: 'store_refused',
} as const satisfies Record<FileStoreTrouble, HealthCode>

function sayingOfTrouble(error: unknown) {
  return error instanceof FileStoreError ? TROUBLE_SAYINGS[error.trouble] : 'storage_unreadable'
}

async function checkSweep({ lastSweepAt, clock }: HealthDeps): Promise<Checks['sweep']> {
  const lastAt = await withinTime(lastSweepAt()).catch(() => null)
  const age = lastAt ? clock.now().getTime() - lastAt.getTime() : Number.POSITIVE_INFINITY
  const check = age <= STALE_SWEEP_AGE_MILLISECONDS ? ok(say('sweep_ok')) : degraded(say('sweep_stale'))
  return { ...check, lastAt: lastAt?.toISOString() ?? null }
}

/** Free space below which the operator gets a warning: the size of one long 4K clip. */
const LOW_DISK_BYTES = 2 * 1024 ** 3

/** Checks the disk of the data directory, which has clips, the database and emails. */
export async function checkDisk(files: Pick<FileStore, 'diskSpace'>): Promise<AdminHealth['checks']['disk']> {
  const space = await files.diskSpace().catch(() => null)
  if (!space) return { ...failing(say('disk_unreadable')), freeBytes: null, totalBytes: null }
  return { ...judgeSpace(space.freeBytes), ...space }
}

function judgeSpace(freeBytes: number) {
  if (freeBytes < MIN_FREE_BYTES) return failing(say('disk_full'), say('disk_advice'))
  if (freeBytes < LOW_DISK_BYTES) return degraded(say('disk_low'), say('disk_advice'))
  return ok(say('disk_free', { bytes: freeBytes }))
}

interface ReadinessDeps {
  database: Pick<Database, 'ping'>
  files: Pick<FileStore, 'check'>
}

/**
 * Reports whether database and file store answer. A full disk does not count, because taking all processes out helps
 * nobody.
 */
export async function reportReadiness({ database, files }: ReadinessDeps) {
  const [hasDatabase, hasStorage] = await Promise.all([doesAnswer(database.ping()), doesAnswer(files.check())])
  const failingParts = [...(hasDatabase ? [] : ['database']), ...(hasStorage ? [] : ['storage'])]
  return { ready: failingParts.length === 0, failing: failingParts }
}

function doesAnswer(question: Promise<unknown>): Promise<boolean> {
  return withinTime(question).then(
    () => true,
    () => false,
  )
}
