import type { AdminHealth } from '@kerf/contract/admin-settings'
import type { Health } from '@kerf/contract/health'
import { degraded, failing, ok, say } from '@kerf/domain/health/health-check'
import type { HealthCode } from '@kerf/domain/health/health-sentences'
import type { Database } from '../../ports/database.ts'
import { type FileStore, FileStoreError, type FileStoreTrouble } from '../../ports/files.ts'
import type { Deps } from '../shared/deps.ts'
import { MIN_FREE_BYTES } from '../shared/disk-room.ts'
import { withinTime } from './within-time.ts'

type Checks = Health['checks']

/** Sweeps come every two minutes; several missed in a row are no coincidence. */
const STALE_SWEEP_MILLISECONDS = 10 * 60_000

export type HealthDeps = Deps<
  'version' | 'database' | 'files' | 'worker' | 'resolverHealth' | 'processes' | 'lastSweepAt' | 'clock'
>

/** What works, what does not, and what to do about it. Ready means: the database answers and a clip could be stored. */
export async function reportHealth(deps: HealthDeps): Promise<Health> {
  const [database, queue, storage, resolver, sweep] = await Promise.all([
    checkDatabase(deps),
    checkQueue(deps),
    checkStorage(deps),
    deps.resolverHealth(),
    checkSweep(deps),
  ])
  const checks: Checks = { database, queue, storage, resolver, sweep }
  return { status: overall(checks), version: deps.version, checks }
}

/** A missing resolver or a fresh start is no reason to send visitors elsewhere; a dead database or a full disk is. */
function overall(checks: Checks): Health['status'] {
  const vital = [checks.database.state, checks.queue.state, checks.storage.state]
  if (vital.includes('failing')) return 'failing'
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
    const isTaken = running.some(({ concurrency }) => concurrency > 0)
    return { ...(isTaken ? ok(say('queue_ok')) : degraded(say('queue_no_workers'))), ...depth }
  } catch {
    return { ...failing(say('queue_silent')), waiting: 0, running: 0 }
  }
}

async function checkStorage({ files }: HealthDeps): Promise<Checks['storage']> {
  const freeBytes = await files.freeBytes().catch(() => undefined)
  if (freeBytes === undefined) return { ...failing(say('storage_unreadable')), freeBytes: null }
  if (freeBytes !== null && freeBytes < MIN_FREE_BYTES) return { ...failing(say('storage_full')), freeBytes }
  const trouble = await files.check().then(() => null, troubleSaying)
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

function troubleSaying(error: unknown) {
  return error instanceof FileStoreError ? TROUBLE_SAYINGS[error.trouble] : 'storage_unreadable'
}

async function checkSweep({ lastSweepAt, clock }: HealthDeps): Promise<Checks['sweep']> {
  const lastAt = await withinTime(lastSweepAt()).catch(() => null)
  const age = lastAt ? clock.now().getTime() - lastAt.getTime() : Number.POSITIVE_INFINITY
  const check = age <= STALE_SWEEP_MILLISECONDS ? ok(say('sweep_ok')) : degraded(say('sweep_stale'))
  return { ...check, lastAt: lastAt?.toISOString() ?? null }
}

/** Below this the operator should make room: a single long 4K clip is of this size. */
const LOW_DISK_BYTES = 2 * 1024 ** 3

/** The disk of the data directory: clips, the database and emails are all on it. */
export async function checkDisk(files: Pick<FileStore, 'diskSpace'>): Promise<AdminHealth['checks']['disk']> {
  const space = await files.diskSpace().catch(() => null)
  if (!space) return { ...failing(say('disk_unreadable')), freeBytes: null, totalBytes: null }
  return { ...judge(space.freeBytes), ...space }
}

function judge(freeBytes: number) {
  if (freeBytes < MIN_FREE_BYTES) return failing(say('disk_full'), say('disk_advice'))
  if (freeBytes < LOW_DISK_BYTES) return degraded(say('disk_low'), say('disk_advice'))
  return ok(say('disk_ok'))
}

interface ReadinessDeps {
  database: Pick<Database, 'ping'>
  files: Pick<FileStore, 'check'>
}

/** Database and file store answer. Not more: a full disk is full for all, and taking all out helps nobody. */
export async function reportReadiness({ database, files }: ReadinessDeps) {
  const [hasDatabase, hasStorage] = await Promise.all([answers(database.ping()), answers(files.check())])
  const failing = [...(hasDatabase ? [] : ['database']), ...(hasStorage ? [] : ['storage'])]
  return { ready: failing.length === 0, failing }
}

function answers(question: Promise<unknown>): Promise<boolean> {
  return withinTime(question).then(
    () => true,
    () => false,
  )
}
