import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { databaseTrouble } from '../adapters/database/engine/database-trouble.ts'
import { storeTrouble } from '../adapters/file-store/s3-trouble.ts'
import { createApp, createOperatorApp } from '../http/create-app.ts'
import { closeServer } from '../http/guards/leave.ts'
import type { Clock } from '../ports/clock.ts'
import { sweepRecords } from '../use-cases/accounts/sweep-records.ts'
import { createSetupToken } from '../use-cases/admin/first-admin.ts'
import { makeAdmin } from '../use-cases/admin/make-admin.ts'
import { expireDueClips, millisecondsToExpiry } from '../use-cases/downloads/files/expire-clips.ts'
import { runCutJob } from '../use-cases/downloads/run-cut-job.ts'
import { type EffectiveSettings, effectiveSettings } from '../use-cases/shared/effective-settings.ts'
import { siteAddressOf } from '../use-cases/shared/site-address.ts'
import { createDeliverer } from '../use-cases/webhooks/deliver.ts'
import type { Settings } from './environment/environment.ts'
import { listen } from './listen.ts'
import { type Dependencies, openDependencies } from './open-dependencies.ts'
import { PROJECT_ROOT, SERVER_ROOT } from './paths.ts'
import { startBackups } from './records/daily-backups.ts'
import type { Outside } from './sources/open-sources.ts'
import { startMails } from './start-mails.ts'
import { startPayments } from './start-payments.ts'
import { startSweeping, sweepFiles } from './start-sweeping.ts'

/** Longest time for running cuts, answers and emails when the server stops. Process managers wait for 30 s. */
const DRAIN_MILLISECONDS = 20_000

/** Interval of the search for due webhooks. Several processes share them. */
const WEBHOOKS_EVERY_MILLISECONDS = 1000

const systemClock: Clock = { now: () => new Date() }

export type RunningServer = Awaited<ReturnType<typeof startKerf>>

/** Starts a process by its role: `web` serves pages, `worker` cuts, sweeps and sends, `serve` does both. */
export async function startKerf(settings: Settings, clock: Clock = systemClock, outside: Outside = {}) {
  await using opened = new AsyncDisposableStack()
  const addresses = await start(settings, clock, outside, opened)
  const resources = opened.move()
  return { ...addresses, stop: (): Promise<void> => resources.disposeAsync() }
}

async function start(
  settings: Settings,
  clock: Clock,
  outside: Outside,
  opened: AsyncDisposableStack,
): Promise<{ url: string; setupLink: string | null }> {
  const { role } = settings
  const base = await openDependencies(settings, clock, outside, opened)
  const { database, engine, directory, log } = base
  // Processes take turns. Several that start at once would each create the same account.
  if (role !== 'worker') await database.rounds.inTurn('first-admin', () => ensureAdmin(base))
  if (role !== 'web') await startWork(base)
  const app = role === 'worker' ? openToOperator(base) : await openToAll(base)
  opened.defer(() => closeServer(app))
  const url = await listen(app, settings)
  if (role !== 'web') await startMails({ ...base, listensAt: url })
  // This is deferred last, so it runs first. All parts stop at the same time, within one DRAIN_MILLISECONDS.
  opened.defer(async () => {
    engine.stopPreviews()
    const { cutWorker, mailWorker } = database
    const work = role === 'web' ? [] : [cutWorker.stop(DRAIN_MILLISECONDS), mailWorker.stop()]
    await Promise.all([app.leave(DRAIN_MILLISECONDS), ...work])
  })
  await directory.announce({ url })
  logStart(log, settings, url, await effectiveSettings(database.records, base.presets))
  return { url, setupLink: role === 'worker' ? null : await setupLink(base, url) }
}

/** Link that makes its visitor the first admin; null where there is an admin. It is printed, and never logged. */
async function setupLink(base: Dependencies, url: string): Promise<string | null> {
  const token = await createSetupToken(base, base.processId)
  const { publicUrl } = base.settings
  return token && `${publicUrl ? siteAddressOf(publicUrl) : url}/setup#${new URLSearchParams({ token })}`
}

function logStart(log: Logger, settings: Settings, url: string, effective: EffectiveSettings): void {
  const { role, workerConcurrency, dataDirectory } = settings
  const { sources, retentionHours } = effective
  const cuts = role === 'web' ? {} : { workerConcurrency }
  log.info({ url, dataDirectory, sources, retentionHours, ...cuts }, 'started')
}

function openToAll(base: Dependencies): Promise<FastifyInstance> {
  const { settings, metrics, log } = base
  const { publicUrl, metricsToken, trustedProxies, rateLimits } = settings
  return createApp({
    deps: base,
    metrics,
    logger: log,
    publicUrl,
    metricsToken,
    trustedProxies,
    rateLimits,
    sendsEmail: settings.smtpUrl !== null,
    refusalFor: (error) => databaseTrouble(error) ?? storeTrouble(error),
    webDirectory: join(PROJECT_ROOT, 'apps/web/dist'),
    sampleDirectory: join(SERVER_ROOT, 'sample'),
  })
}

function openToOperator(base: Dependencies): FastifyInstance {
  const { metrics, log, settings } = base
  return createOperatorApp({ deps: base, metrics, metricsToken: settings.metricsToken, logger: log })
}

/** Makes the admin that the environment names. */
async function ensureAdmin({ settings, database, accounts, clock, log }: Dependencies): Promise<void> {
  const { adminEmail, adminPassword, demoMode } = settings
  if (demoMode) log.warn('DEMO_MODE=1: reset tokens are answered to whoever asks. Never do this with real accounts.')
  if (adminEmail && adminPassword) {
    const outcome = await makeAdmin({ database, accounts, clock }, { email: adminEmail, password: adminPassword })
    if (outcome !== 'was_admin') log.info({ outcome }, 'the admin named by ADMIN_EMAIL is set up')
  }
}

async function startWork(base: Dependencies): Promise<void> {
  const { settings, database, log, metricsRecorder, processes, worker, opened } = base
  const { rounds } = database
  const otherWorkers = (await processes.list()).filter(({ role }) => role !== 'web').length - 1
  const sweeping = await startSweeping(
    {
      files: sweepFiles(base),
      expired: (givenUp) => expireDueClips(base, givenUp),
      millisecondsToExpiry: () => millisecondsToExpiry(base),
      records: () => sweepRecords(base),
      tables: database.tendTables,
    },
    { rounds, log, metricsRecorder },
    { isAlone: otherWorkers <= 0 },
  )
  opened.defer(() => sweeping.stop())
  await worker.start(settings.workerConcurrency, (clipId, signal, isLastTry) =>
    runCutJob(base, { clipId, signal, isLastTry }),
  )
  await processes.tell()
  opened.defer(() => worker.stop(0))
  // Payments from earlier times are watched also where nothing is sold any more.
  const payments = startPayments({ ...base, rounds })
  opened.defer(() => payments.stop())
  const webhooks = createDeliverer(base)
  opened.defer(() => webhooks.stop())
  const webhookTimer = setInterval(webhooks.sendDue, WEBHOOKS_EVERY_MILLISECONDS)
  opened.defer(() => clearInterval(webhookTimer))
  const backups = startBackups(base)
  opened.defer(() => backups.stop())
}
