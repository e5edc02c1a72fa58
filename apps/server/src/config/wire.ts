import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openAccounts } from '../adapters/auth/open-accounts.ts'
import { openDataDirectory } from '../adapters/data-directory/data-directory.ts'
import { databaseTrouble } from '../adapters/database/database-trouble.ts'
import { openDatabase } from '../adapters/database/open-database.ts'
import { openFileStore } from '../adapters/file-store/open-file-store.ts'
import { storeTrouble } from '../adapters/file-store/store-trouble.ts'
import { createMediaEngine } from '../adapters/media-process/media-engine.ts'
import { createMetrics } from '../adapters/metrics/create-metrics.ts'
import { isPublicAddress } from '../adapters/outbound/public-address.ts'
import { watchProvider } from '../adapters/tracing/watched-provider.ts'
import { watchSources } from '../adapters/tracing/watched-sources.ts'
import { storedZips } from '../adapters/zip/stored-zips.ts'
import { createApp } from '../http/create-app.ts'
import { closeDoor } from '../http/leave.ts'
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
import { createLog } from './create-log.ts'
import type { Settings } from './environment.ts'
import { greetAdmins } from './greet-admins.ts'
import { openPayments } from './open-payments.ts'
import { type Outside, openSources } from './open-sources.ts'
import { type RunningMails, startMails } from './start-mails.ts'
import { type RunningPayments, startPayments } from './start-payments.ts'
import { type Sweeping, startSweeping } from './start-sweeping.ts'
import { startTracing } from './start-tracing.ts'

const SERVER_ROOT = join(import.meta.dirname, '../..')
const PROJECT_ROOT = join(SERVER_ROOT, '../..')
/** Running cuts, answers and letters may take this long to finish when the server is asked to stop. Managers wait 30 s. */
const DRAIN_MILLISECONDS = 20_000

/** Later than any clock, right or wrong, may have said. */
const END_OF_TIME = new Date(8.64e15)

/** Both in one process. */
const ROLE = 'serve'

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
  const log = createLog({ level: settings.logLevel, role: ROLE })
  const version = await readVersion()
  const tracing = await startTracing(settings, { role: ROLE, version }, opened)
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
  const files = await openFileStore(settings, directory)
  // The directory is ours alone and no cut has begun: whatever lies there was left by a process that was killed.
  await files.sweepScratch(END_OF_TIME)
  let sweeping: Sweeping | null = null
  let payments: RunningPayments | null = null
  const metrics = createMetrics({
    role: ROLE,
    version,
    sources: {
      figures: database.operatingFigures,
      databaseBytes: database.sizeBytes,
      connections: database.connections,
      disk: files.diskSpace,
      lastSweepAt: () => sweeping?.lastSweepAt() ?? null,
      lastPaymentRoundAt: () => payments?.lastRoundAt() ?? null,
    },
    onMissing: (figure, error) => log.warn({ figure, err: error }, 'a figure is left out'),
  })
  const { measures } = metrics
  const engine = createMediaEngine({ scratchDirectory: directory.scratchPath, measures })
  opened.defer(() => engine.close())
  const inForce = () => settingsInForce(database.records, presets)
  const {
    sources: opening,
    resolverHealth,
    onSwitched,
  } = await openSources({
    settings,
    switchedOn: async () => (await inForce()).sources,
    engine,
    files,
    clock,
    toolsDirectory: directory.toolsPath,
    outside,
    measures,
    opened,
  })
  const sources = watchSources(opening, { measures, tracing })

  const swept = await startSweeping(
    {
      files: expireClips({ database, files, worker, clock, presets }),
      records: sweepRecords({ database, accounts, clock }),
      tables: database.tendTables,
      measures,
    },
    log,
  )
  sweeping = swept
  opened.defer(() => swept.stop())
  const othersWait = async () => (await worker.depth()).waiting > 0
  const cut = cutClip({ database, sources, engine, files, clock, presets, othersWait, measures, tracing, log })
  await worker.start(settings.workerConcurrency, cut)
  opened.defer(() => worker.stop(DRAIN_MILLISECONDS))

  const paymentSettings = createPaymentSettings({ given: settings.paypal, seal: createSecretSeal(secret) })
  const providerFor = await openPayments({
    settings,
    clock,
    opened,
    watch: (provider) => watchProvider(provider, { measures, tracing }),
  })
  const paymentProvider = providerInForce({ database, paymentSettings, providerFor })
  const asked = startPayments({ database, clock, paymentProvider, log })
  payments = asked
  opened.defer(() => asked.stop())

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
      lastSweepAt: swept.lastSweepAt,
      sweepNow: swept.sweepNow,
      presets,
      onSourcesSwitched: onSwitched,
      engine,
      mailWorker: database.mailWorker,
      lettersWay: () => mails,
      paymentSettings,
      lastPaymentRoundAt: asked.lastRoundAt,
      isPublicAddress,
      paymentProvider,
      log,
    }),
    metrics,
    tracing,
    logger: log,
    version,
    publicUrl: settings.publicUrl,
    withPayPal: async () => (await paymentProvider()) !== null,
    filesOrigin: files.addressesOrigin,
    metricsToken: settings.metricsToken,
    trustedProxies: settings.trustedProxies,
    rateLimits: settings.rateLimits,
    refusalFor: (error) => databaseTrouble(error) ?? storeTrouble(error),
    webDirectory: join(PROJECT_ROOT, 'apps/web/dist'),
    sampleDirectory: join(SERVER_ROOT, 'sample'),
  })
  opened.defer(() => closeDoor(app))
  const address = await app.listen({ port: settings.port, host: settings.host })
  const url = reachableUrl(address)
  mails = await startMails({ settings, directory, database, accounts, listensAt: url, log, measures, tracing, opened })
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
