import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import pino, { type Logger } from 'pino'
import { openAccounts } from '../adapters/auth/open-accounts.ts'
import { type DataDirectory, openDataDirectory } from '../adapters/data-directory/data-directory.ts'
import { type OpenDatabase, openDatabase } from '../adapters/database/open-database.ts'
import { createDiskFileStore } from '../adapters/file-store/disk-file-store.ts'
import { createMediaEngine } from '../adapters/media-process/media-engine.ts'
import { agreeOnSecret } from '../adapters/processes/agreements.ts'
import { aloneInRegister, joinRegister, type ProcessRegister } from '../adapters/processes/process-register.ts'
import type { Accounts } from '../ports/accounts.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileStore } from '../ports/files.ts'
import type { MediaEngine } from '../ports/media.ts'
import type { ProcessRecord } from '../ports/processes.ts'
import { newId } from '../use-cases/new-id.ts'
import { createPaymentSettings, type PaymentSettings } from '../use-cases/payment-settings/payment-settings.ts'
import { type ProviderInForce, providerInForce } from '../use-cases/payment-settings/provider-in-force.ts'
import { createSecretSeal } from '../use-cases/payment-settings/sealed-secret.ts'
import { type Presets, type SettingsInForce, settingsInForce } from '../use-cases/site-settings/settings-in-force.ts'
import type { Settings } from './environment.ts'
import { errorForLog } from './log-errors.ts'
import { openPayments } from './open-payments.ts'
import { type OpenedSources, type Outside, openSources } from './open-sources.ts'
import { PROJECT_ROOT } from './places.ts'
import { watchSources } from './watch-sources.ts'

/** Later than any clock, right or wrong, may have said. */
const END_OF_TIME = new Date(8.64e15)

/** What a process stands on, whatever its role. */
export interface Foundations extends OpenedSources {
  settings: Settings
  clock: Clock
  log: Logger
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
  const log = pino({ level: settings.logLevel, serializers: { err: errorForLog } })
  const version = await readVersion()
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

  const files = createDiskFileStore({ ...directory })
  // Whatever lies there was left by a process that was killed: no work has begun, and the folder is ours alone.
  await files.sweepScratch(END_OF_TIME)
  await directory.sweepScratchOfDead()
  const engine = createMediaEngine({ scratchDirectory: directory.scratchPath })
  opened.defer(() => engine.close())
  const inForce = () => settingsInForce(database.records, presets)
  const switchedOn = async () => (await inForce()).sources
  const sources = await openSources({
    ...{ settings, switchedOn, engine, files, clock, outside, opened },
    toolsDirectory: directory.toolsPath,
  })
  if (shared) opened.use(watchSources({ switchedOn, onSwitched: sources.onSwitched, log }))

  const paymentSettings = createPaymentSettings({ given: settings.paypal, seal: createSecretSeal(secret) })
  const providerFor = await openPayments({ settings, clock, opened })
  const paymentProvider = providerInForce({ database, paymentSettings, providerFor })
  return {
    ...{ settings, clock, log, version, directory, database, secret, accounts, files, engine, presets, inForce },
    ...{ ...sources, paymentSettings, paymentProvider, processes, told, opened },
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
