import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { openAccounts } from '../adapters/auth/open-accounts.ts'
import { type DataDirectory, openDataDirectory } from '../adapters/data-directory/data-directory.ts'
import { type OpenDatabase, openDatabase } from '../adapters/database/open-database.ts'
import { openFileStore } from '../adapters/file-store/open-file-store.ts'
import { createMediaEngine } from '../adapters/media-process/media-engine.ts'
import { createMetrics } from '../adapters/metrics/create-metrics.ts'
import { agreeOnSecret } from '../adapters/processes/agreements.ts'
import { aloneInRegister, joinRegister, type ProcessRegister } from '../adapters/processes/process-register.ts'
import { watchProvider } from '../adapters/tracing/watched-provider.ts'
import { watchSources } from '../adapters/tracing/watched-sources.ts'
import type { Accounts } from '../ports/accounts.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileStore } from '../ports/files.ts'
import type { Measures, Metrics } from '../ports/measures.ts'
import type { MediaEngine } from '../ports/media.ts'
import type { ProcessRecord } from '../ports/processes.ts'
import type { Tracing } from '../ports/tracing.ts'
import { type Presets, type SettingsInForce, settingsInForce } from '../use-cases/admin/effective-settings.ts'
import { newId } from '../use-cases/new-id.ts'
import { type ProviderInForce, providerInForce } from '../use-cases/payments/effective-provider.ts'
import { createPaymentSettings, type PaymentSettings } from '../use-cases/payments/payment-settings.ts'
import { createSecretSeal } from '../use-cases/payments/sealed-secret.ts'
import { checkAuthorities } from './check-authorities.ts'
import { createLog } from './create-log.ts'
import type { Settings } from './environment.ts'
import { followSources } from './follow-sources.ts'
import { logPrinted } from './log-printed.ts'
import { openPayments } from './open-payments.ts'
import { type OpenedSources, type Outside, openSources } from './open-sources.ts'
import { PROJECT_ROOT } from './places.ts'
import { startTracing } from './start-tracing.ts'

/** Later than any clock, right or wrong, may have said. */
const END_OF_TIME = new Date(8.64e15)

/** What a process stands on, whatever its role. */
export interface Foundations extends OpenedSources {
  settings: Settings
  clock: Clock
  log: Logger
  tracing: Tracing
  metrics: Metrics
  measures: Measures
  version: string
  directory: DataDirectory
  database: OpenDatabase
  /** Signs and seals, the same in all processes. */
  secret: string
  accounts: Accounts
  files: FileStore
  engine: MediaEngine
  presets: Presets
  inForce: () => Promise<SettingsInForce>
  paymentSettings: PaymentSettings
  paymentProvider: ProviderInForce
  processes: ProcessRegister
  /** What this process says of itself to the others; its own to change. */
  told: Pick<ProcessRecord, 'letterFailure'>
  /** What was opened closes in reverse. */
  opened: AsyncDisposableStack
}

export async function layFoundations(
  settings: Settings,
  clock: Clock,
  outside: Outside,
  opened: AsyncDisposableStack,
): Promise<Foundations> {
  const { role } = settings
  await checkAuthorities(settings.extraCaFile)
  const log = createLog({ level: settings.logLevel, role })
  opened.defer(logPrinted(log))
  const version = await readVersion()
  const tracing = await startTracing(settings, { role, version }, opened)
  const presets: Presets = { retentionHours: settings.retentionHours, sources: settings.sources }

  const shared = settings.databaseUrl !== null
  const directory = await openDataDirectory(settings.dataDirectory, { shared })
  opened.defer(() => directory.close())
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    folder: directory.databasePath,
    onError: (error) => log.error({ err: error }, 'trouble with the database'),
  })
  opened.defer(() => database.close())
  const secret = settings.sessionSecret ?? (await directory.secret('session'))
  if (shared) await agreeOnSecret(database.executor, secret)
  const accounts = await openAccounts({
    executor: database.executor,
    secret,
    newId,
    onError: (message) => log.error({ message }, 'trouble with accounts'),
  })

  const told: Foundations['told'] = { letterFailure: null }
  const processes = await join(settings, version, database, told, log)
  opened.defer(() => processes.leave())

  const files = await openFileStore(settings, directory, secret)
  // Whatever lies there was left by a process that was killed: no work has begun, and the folder is ours alone.
  await files.sweepScratch(END_OF_TIME)
  await directory.sweepScratchOfDead()
  const metrics = createMetrics({
    ...{ role, version },
    sources: {
      figures: database.operatingFigures,
      databaseBytes: database.sizeBytes,
      connections: database.connections,
      disk: files.diskSpace,
      lastSweepAt: () => database.rounds.lastAt('sweep'),
      lastPaymentRoundAt: () => database.rounds.lastAt('payments'),
    },
    onMissing: (figure, error) => log.warn({ figure, err: error }, 'a figure is left out'),
  })
  const { measures } = metrics
  const engine = createMediaEngine({ scratchDirectory: directory.scratchPath, measures })
  opened.defer(() => engine.close())
  const inForce = () => settingsInForce(database.records, presets)
  const switchedOn = async () => (await inForce()).sources
  const found = await openSources({
    ...{ settings, switchedOn, engine, files, clock, outside, measures, opened },
    toolsDirectory: directory.toolsPath,
  })
  if (shared) opened.use(followSources({ switchedOn, onSwitched: found.onSwitched, log }))

  const paymentSettings = createPaymentSettings({ given: settings.paypal, seal: createSecretSeal(secret) })
  const providerFor = await openPayments({
    ...{ settings, clock, opened },
    watch: (provider) => watchProvider(provider, { measures, tracing }),
  })
  const paymentProvider = providerInForce({ database, paymentSettings, providerFor })
  return {
    ...{ settings, clock, log, version, directory, database, secret, accounts, files, engine, presets, inForce },
    ...{ ...found, sources: watchSources(found.sources, { measures, tracing }) },
    ...{ tracing, metrics, measures, paymentSettings, paymentProvider, processes, told, opened },
  }
}

function join(
  { role, databaseUrl }: Settings,
  version: string,
  database: OpenDatabase,
  told: Foundations['told'],
  log: Logger,
): Promise<ProcessRegister> | ProcessRegister {
  const itself = { id: randomUUID(), role, host: hostname(), processId: process.pid, version, startedAt: new Date() }
  const describe = () => ({ ...itself, ...told, ...database.cutWorker.standing() })
  if (databaseUrl === null) return aloneInRegister(describe)
  return joinRegister(database.executor, {
    describe,
    onError: (error) => log.error({ err: error }, 'trouble with the database'),
  })
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(`${PROJECT_ROOT}/package.json`, 'utf8')) as { version: string }
  return version
}
