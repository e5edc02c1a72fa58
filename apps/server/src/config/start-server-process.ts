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
import { storeSegmentsOfClipsInWork } from '../use-cases/downloads/store-live-segments.ts'
import { type EffectiveSettings, effectiveSettings } from '../use-cases/shared/effective-settings.ts'
import { siteAddressOf } from '../use-cases/shared/site-address.ts'
import { createDeliverer } from '../use-cases/webhooks/deliver.ts'
import type { Settings } from './environment/environment.ts'
import { listen } from './listen.ts'
import { type Dependencies, openDependencies } from './open-dependencies.ts'
import { PROJECT_ROOT, SERVER_ROOT } from './paths.ts'
import { startBackups } from './records/daily-backups.ts'
import type { OutboundOptions } from './sources/open-sources.ts'
import { startMails } from './start-mails.ts'
import { startPayments } from './start-payments.ts'
import { createFileSweep, startSweeping } from './start-sweeping.ts'

/** Maximum time for running cuts, responses and emails when the server stops. Process managers wait for 30 s. */
const DRAIN_TIMEOUT_MILLISECONDS = 20_000

/** Interval of the search for due webhooks. Several processes share the webhooks. */
const WEBHOOK_INTERVAL_MILLISECONDS = 1000

const systemClock: Clock = { now: () => new Date() }

export type RunningServer = Awaited<ReturnType<typeof startServerProcess>>

/** Starts a process by its role: `web` serves pages, `worker` cuts, sweeps and sends, `serve` does both. */
export async function startServerProcess(
  settings: Settings,
  clock: Clock = systemClock,
  outside: OutboundOptions = {},
) {
  await using resources = new AsyncDisposableStack()
  const addresses = await startRole(settings, clock, outside, resources)
  const keptResources = resources.move()
  return { ...addresses, stop: (): Promise<void> => keptResources.disposeAsync() }
}

async function startRole(
  settings: Settings,
  clock: Clock,
  outside: OutboundOptions,
  resources: AsyncDisposableStack,
): Promise<{ url: string; setupLink: string | null }> {
  const { role } = settings
  const dependencies = await openDependencies(settings, clock, outside, resources)
  const { database, engine, directory, log } = dependencies
  // Processes take turns. If several start at once, each would create the same account.
  if (role !== 'worker') await database.periodicRuns.inTurn('first-admin', () => ensureAdmin(dependencies))
  if (role !== 'web') await startWork(dependencies)
  const app = role === 'worker' ? createWorkerApp(dependencies) : await createPublicApp(dependencies)
  resources.defer(() => closeServer(app))
  const url = await listen(app, settings)
  if (role !== 'web') await startMails({ ...dependencies, listensAt: url })
  // This is deferred last, so it runs first. All parts stop at the same time, within DRAIN_TIMEOUT_MILLISECONDS.
  resources.defer(async () => {
    engine.stopPreviews()
    const { cutWorker, mailWorker } = database
    const work = role === 'web' ? [] : [cutWorker.stop(DRAIN_TIMEOUT_MILLISECONDS), mailWorker.stop()]
    await Promise.all([app.leave(DRAIN_TIMEOUT_MILLISECONDS), ...work])
  })
  await directory.announce({ url })
  logStart(log, settings, url, await effectiveSettings(database.records, dependencies.presets))
  return { url, setupLink: role === 'worker' ? null : await createSetupLink(dependencies, url) }
}

/**
 * Creates the link that makes its visitor the first admin; null if there is an admin. It is printed, but never logged.
 */
async function createSetupLink(dependencies: Dependencies, url: string): Promise<string | null> {
  const token = await createSetupToken(dependencies, dependencies.processId)
  const { publicUrl } = dependencies.settings
  return token && `${publicUrl ? siteAddressOf(publicUrl) : url}/setup#${new URLSearchParams({ token })}`
}

function logStart(log: Logger, settings: Settings, url: string, effective: EffectiveSettings): void {
  const { role, workerConcurrency, dataDirectory } = settings
  const { sources, retentionHours } = effective
  const cuts = role === 'web' ? {} : { workerConcurrency }
  log.info({ url, dataDirectory, sources, retentionHours, ...cuts }, 'started')
}

function createPublicApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { settings, metrics, log } = dependencies
  const { publicUrl, metricsToken, trustedProxies, rateLimits } = settings
  return createApp({
    deps: dependencies,
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

function createWorkerApp(dependencies: Dependencies): FastifyInstance {
  const { metrics, log, settings } = dependencies
  return createOperatorApp({ deps: dependencies, metrics, metricsToken: settings.metricsToken, logger: log })
}

/** Creates the admin that the environment names. */
async function ensureAdmin({ settings, database, accounts, clock, log }: Dependencies): Promise<void> {
  const { adminEmail, adminPassword, demoMode } = settings
  if (demoMode) log.warn('DEMO_MODE=1: reset tokens are answered to whoever asks. Never do this with real accounts.')
  if (adminEmail && adminPassword) {
    const outcome = await makeAdmin({ database, accounts, clock }, { email: adminEmail, password: adminPassword })
    if (outcome !== 'was_admin') log.info({ outcome }, 'the admin named by ADMIN_EMAIL is set up')
  }
}

async function startWork(dependencies: Dependencies): Promise<void> {
  const { settings, database, log, metricsRecorder, processes, worker, resources } = dependencies
  const { periodicRuns } = database
  const otherWorkers = (await processes.list()).filter(({ role }) => role !== 'web').length - 1
  const sweeping = await startSweeping(
    {
      sweepFiles: createFileSweep(dependencies),
      deleteExpired: (stopSignal) => expireDueClips(dependencies, stopSignal),
      millisecondsToExpiry: () => millisecondsToExpiry(dependencies),
      sweepRecords: () => sweepRecords(dependencies),
      maintainTables: database.maintainTables,
    },
    { periodicRuns, log, metricsRecorder },
    { isAlone: otherWorkers <= 0 },
  )
  resources.defer(() => sweeping.stop())
  await storeSegmentsOfClipsInWork(dependencies)
  await worker.start(settings.workerConcurrency, (clipId, signal, isLastTry) =>
    runCutJob(dependencies, { clipId, signal, isLastTry }),
  )
  await processes.writeState()
  resources.defer(() => worker.stop(0))
  // Earlier payments are checked even if nothing is sold any more.
  const payments = startPayments({ ...dependencies, periodicRuns })
  resources.defer(() => payments.stop())
  const webhooks = createDeliverer(dependencies)
  resources.defer(() => webhooks.stop())
  const webhookTimer = setInterval(webhooks.sendDue, WEBHOOK_INTERVAL_MILLISECONDS)
  resources.defer(() => clearInterval(webhookTimer))
  const backups = startBackups(dependencies)
  resources.defer(() => backups.stop())
}
