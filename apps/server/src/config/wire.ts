import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { openAccounts } from '../adapters/auth/open-accounts.ts'
import { openDataDirectory } from '../adapters/data-directory/data-directory.ts'
import { databaseTrouble } from '../adapters/database/database-trouble.ts'
import { openDatabase } from '../adapters/database/open-database.ts'
import { createDiskFileStore } from '../adapters/file-store/disk-file-store.ts'
import { createMediaEngine } from '../adapters/media-process/media-engine.ts'
import { isPublicAddress } from '../adapters/outbound/public-address.ts'
import { storedZips } from '../adapters/zip/stored-zips.ts'
import { createApp } from '../http/create-app.ts'
import { closeDoor } from '../http/leave.ts'
import { createMetrics } from '../http/metrics.ts'
import type { Clock } from '../ports/clock.ts'
import { cutClip } from '../use-cases/cut-clip/cut-clip.ts'
import { expireClips } from '../use-cases/expire-clips/expire-clips.ts'
import { newId } from '../use-cases/new-id.ts'
import { createPaymentSettings } from '../use-cases/payment-settings/payment-settings.ts'
import { providerInForce } from '../use-cases/payment-settings/provider-in-force.ts'
import { createSecretSeal } from '../use-cases/payment-settings/sealed-secret.ts'
import { type Presets, type SettingsInForce, settingsInForce } from '../use-cases/site-settings/settings-in-force.ts'
import { sweepRecords } from '../use-cases/sweep-records/sweep-records.ts'
import { createUseCases } from '../use-cases/use-cases.ts'
import type { Settings } from './environment.ts'
import { greetAdmins } from './greet-admins.ts'
import { errorForLog } from './log-errors.ts'
import { logPrinted } from './log-printed.ts'
import { openPayments } from './open-payments.ts'
import { type Outside, openSources } from './open-sources.ts'
import { type RunningMails, startMails } from './start-mails.ts'
import { startPayments } from './start-payments.ts'
import { startSweeping } from './start-sweeping.ts'

const SERVER_ROOT = join(import.meta.dirname, '../..')
const PROJECT_ROOT = join(SERVER_ROOT, '../..')
/** Running cuts, answers and letters may take this long to finish when the server is asked to stop. Managers wait 30 s. */
const DRAIN_MILLISECONDS = 20_000

/** Later than any clock, right or wrong, may have said. */
const END_OF_TIME = new Date(8.64e15)

const systemClock: Clock = { now: () => new Date() }

export interface RunningServer {
  url: string
  stop(): Promise<void>
}

/** Puts everything together and starts it: the one place that knows every adapter. What was opened closes in reverse. */
export async function startKerf(
  settings: Settings,
  clock: Clock = systemClock,
  outside: Outside = {},
): Promise<RunningServer> {
  const opened = new AsyncDisposableStack()
  try {
    const url = await start(settings, clock, outside, opened)
    return { url, stop: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

async function start(
  settings: Settings,
  clock: Clock,
  outside: Outside,
  opened: AsyncDisposableStack,
): Promise<string> {
  const log = pino({ level: settings.logLevel, serializers: { err: errorForLog } })
  opened.defer(logPrinted(log))
  const version = await readVersion()
  const presets: Presets = { retentionHours: settings.retentionHours, sources: settings.sources }

  const directory = await openDataDirectory(settings.dataDirectory)
  opened.defer(() => directory.close())
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    folder: directory.databasePath,
    onError: (error) => log.error({ err: error }, 'trouble with the database'),
  })
  opened.defer(() => database.close())
  const secret = settings.sessionSecret ?? (await directory.secret('session'))
  const accounts = await openAccounts({
    executor: database.executor,
    secret,
    newId,
    onError: (message) => log.error({ message }, 'trouble with accounts'),
  })
  await greetAdmins({ settings, database, accounts, clock, log })
  const worker = database.cutWorker
  const files = createDiskFileStore({ filesPath: directory.filesPath, scratchPath: directory.scratchPath })
  // The directory is ours alone and no cut has begun: whatever lies there was left by a process that was killed.
  await files.sweepScratch(END_OF_TIME)
  const engine = createMediaEngine({ scratchDirectory: directory.scratchPath })
  opened.defer(() => engine.close())
  const inForce = () => settingsInForce(database.records, presets)
  const { sources, resolverHealth, onSwitched } = await openSources({
    settings,
    switchedOn: async () => (await inForce()).sources,
    engine,
    files,
    clock,
    toolsDirectory: directory.toolsPath,
    outside,
    opened,
  })

  const sweeping = await startSweeping(
    {
      files: expireClips({ database, files, worker, clock, presets }),
      records: sweepRecords({ database, accounts, clock }),
      tables: database.tendTables,
    },
    log,
  )
  opened.defer(() => sweeping.stop())
  const othersWait = async () => (await worker.depth()).waiting > 0
  const cut = cutClip({ database, sources, engine, files, clock, presets, othersWait, log })
  await worker.start(settings.workerConcurrency, cut)
  opened.defer(() => worker.stop(DRAIN_MILLISECONDS))

  const paymentSettings = createPaymentSettings({ given: settings.paypal, seal: createSecretSeal(secret) })
  const providerFor = await openPayments({ settings, clock, opened })
  const paymentProvider = providerInForce({ database, paymentSettings, providerFor })
  const payments = startPayments({ database, clock, paymentProvider, log })
  opened.defer(() => payments.stop())

  let mails: RunningMails | null = null
  const app = await createApp({
    useCases: createUseCases({
      database,
      accounts,
      attemptLimits: settings.rateLimits,
      secret,
      demoMode: settings.demoMode,
      sources,
      files,
      zips: storedZips,
      worker,
      clock,
      version,
      resolverHealth,
      lastSweepAt: sweeping.lastSweepAt,
      sweepNow: sweeping.sweepNow,
      presets,
      onSourcesSwitched: onSwitched,
      engine,
      mailWorker: database.mailWorker,
      lettersWay: () => mails,
      paymentSettings,
      lastPaymentRoundAt: payments.lastRoundAt,
      isPublicAddress,
      paymentProvider,
      log,
    }),
    metrics: createMetrics(worker),
    logger: log,
    version,
    publicUrl: settings.publicUrl,
    withPayPal: async () => (await paymentProvider()) !== null,
    metricsToken: settings.metricsToken,
    trustedProxies: settings.trustedProxies,
    rateLimits: settings.rateLimits,
    refusalFor: databaseTrouble,
    webDirectory: join(PROJECT_ROOT, 'apps/web/dist'),
    sampleDirectory: join(SERVER_ROOT, 'sample'),
  })
  opened.defer(() => closeDoor(app))
  const address = await app.listen({ port: settings.port, host: settings.host })
  const url = reachableUrl(address)
  mails = await startMails({ settings, directory, database, accounts, listensAt: url, log, opened })
  // First of all, and all at the same time: together they may take no longer than one of them.
  opened.defer(async () => {
    engine.stopFilms()
    const { mailWorker } = database
    await Promise.all([app.leave(DRAIN_MILLISECONDS), worker.stop(DRAIN_MILLISECONDS), mailWorker.stop()])
  })
  await directory.announce({ url })
  logStart(log, settings, url, await inForce())
  return url
}

/** `0.0.0.0` is where the server listens, not where a browser goes. */
function reachableUrl(address: string): string {
  return address.replace('//0.0.0.0:', '//localhost:').replace('//[::]:', '//localhost:')
}

function logStart(log: Logger, settings: Settings, url: string, inForce: SettingsInForce): void {
  const { workerConcurrency, dataDirectory } = settings
  const { sources, retentionHours } = inForce
  log.info({ url, dataDirectory, sources, retentionHours, workerConcurrency }, 'started')
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}
