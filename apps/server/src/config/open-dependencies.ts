import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { openAccounts } from '../adapters/auth/open-accounts.ts'
import { type DataDirectory, openDataDirectory } from '../adapters/data-directory/data-directory.ts'
import { type OpenDatabase, openDatabase } from '../adapters/database/open-database.ts'
import { openFileStore } from '../adapters/file-store/open-file-store.ts'
import { createMediaEngine } from '../adapters/media-process/media-engine.ts'
import { createMetrics } from '../adapters/metrics/create-metrics.ts'
import { isPublicIpAddress } from '../adapters/outbound/public-ip-address.ts'
import { createClipPosters } from '../adapters/previews/clip-posters.ts'
import { createEdgePreviews } from '../adapters/previews/edge-previews.ts'
import { agreeOnSecret } from '../adapters/processes/agreements.ts'
import { createLoneRegister, joinRegister, type ProcessRegister } from '../adapters/processes/process-register.ts'
import { openSponsorblock } from '../adapters/sponsorblock/open-sponsorblock.ts'
import { watchProvider, watchSources } from '../adapters/tracing/watched-calls.ts'
import { openUpdates } from '../adapters/updates/open-updates.ts'
import { storedZips } from '../adapters/zip/stored-zips.ts'
import type { Clock } from '../ports/clock.ts'
import type { PeriodicTaskName, Processes, ProcessRecord } from '../ports/processes.ts'
import { NO_TRACING, type Tracing } from '../ports/tracing.ts'
import { createCaches } from '../use-cases/shared/caches.ts'
import type { EmailDelivery } from '../use-cases/shared/deps.ts'
import { createDeviceMarks } from '../use-cases/shared/device-mark.ts'
import { effectiveSettings } from '../use-cases/shared/effective-settings.ts'
import { ipAddressQuotaKey } from '../use-cases/shared/ip-address-quota-key.ts'
import { limitAttempts } from '../use-cases/shared/limit-attempts.ts'
import { newId } from '../use-cases/shared/new-id.ts'
import { createSecretSeal } from '../use-cases/shared/sealed-secret.ts'
import type { Settings } from './environment/environment.ts'
import { checkAuthorities } from './environment/environment.ts'
import { ownVersion } from './environment/own-version.ts'
import { createLog, logConsoleOutput } from './log/create-log.ts'
import { openPayments } from './open-payments.ts'
import { openSignIn } from './open-sign-in.ts'
import { embeddedSecret, sharedSecret } from './records/installation-secret.ts'
import { followSources, type OutboundOptions, openSources } from './sources/open-sources.ts'
import { createFileSweep, createSweepNow } from './start-sweeping.ts'

/** The last date of JavaScript. It is later than the timestamp of any file. */
const END_OF_TIME = new Date(8.64e15)

/** Everything that a process of any role opens, for its use cases, its start and its end. */
export type Dependencies = Awaited<ReturnType<typeof openDependencies>>

/** Mutable state of this process that other processes can read. */
type ProcessReport = Pick<ProcessRecord, 'emailFailure'>

export async function openDependencies(
  settings: Settings,
  clock: Clock,
  outside: OutboundOptions,
  resources: AsyncDisposableStack,
) {
  const { role } = settings
  await checkAuthorities(settings.extraCaFile)
  const log = createLog({ level: settings.logLevel, role })
  resources.defer(logConsoleOutput(log))
  const version = await ownVersion()
  const tracing = await startTracing(settings, version, resources)
  const { retentionHours, sources, access, plans } = settings
  const presets = { retentionHours, sources, access, plans }

  const isShared = settings.databaseUrl !== null
  const directory = await openDataDirectory(settings.dataDirectory, { shared: isShared })
  resources.defer(() => directory.close())
  // The secret is created before the embedded database. An existing database without a secret has lost it.
  const ownSecret = isShared ? settings.sessionSecret : await embeddedSecret(settings, directory)
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    folder: directory.databasePath,
    onError: (error) => log.error({ err: error }, 'trouble with the database'),
  })
  resources.defer(() => database.close())
  const secret = ownSecret ?? (await sharedSecret(database.executor, directory))
  if (isShared) await agreeOnSecret(database.executor, secret)
  const accounts = openAccounts({ executor: database.executor, secret, newId })

  const processReport: ProcessReport = { emailFailure: null }
  const processId = randomUUID()
  const processes = await joinProcesses(settings, { id: processId, version }, database, processReport, log)
  resources.defer(() => processes.leave())

  const onSilent = (error: unknown) =>
    log.warn({ err: error }, 'the file store does not answer; it is asked again on use')
  const files = await openFileStore(settings, directory, secret, { onSilent })
  // No work has begun, and no other process uses the folder, so all scratch files are from a killed process.
  await files.sweepScratch(END_OF_TIME)
  await directory.sweepScratchOfDead()
  const metrics = createMetrics({
    role,
    version,
    sources: {
      stats: database.operatingStats,
      databaseBytes: database.sizeBytes,
      connections: database.connections,
      disk: files.diskSpace,
      lastSweepAt: () => database.periodicRuns.lastAt('sweep'),
      lastPaymentRoundAt: () => database.periodicRuns.lastAt('payments'),
    },
    onMissing: (metric, error) => log.warn({ metric, err: error }, 'a metric is left out'),
  })
  const { metricsRecorder } = metrics
  const engine = createMediaEngine({
    scratchDirectory: directory.scratchPath,
    metricsRecorder,
    cutsAtOnce: settings.workerConcurrency,
  })
  resources.defer(() => engine.close())
  const listSwitchedOn = async () => (await effectiveSettings(database.records, presets)).sources
  const openedSources = await openSources({
    settings,
    listSwitchedOn,
    engine,
    files,
    clock,
    outside,
    metricsRecorder,
    resources,
    toolsDirectory: directory.toolsPath,
  })
  if (isShared) resources.use(followSources({ listSwitchedOn, onSwitched: openedSources.onSwitched, log }))

  const providerFor = await openPayments({
    settings,
    clock,
    resources,
    watch: (provider) => watchProvider(provider, { metricsRecorder, tracing }),
  })
  const limitOptions = { enabled: settings.rateLimits, secret }
  const lastEndOf = (roundName: PeriodicTaskName) => () => database.periodicRuns.lastAt(roundName)
  const caches = createCaches(database)
  const watchedSources = watchSources(openedSources.sources, { metricsRecorder, tracing })
  const sweepDeps = { database, files, clock, presets, caches, worker: database.cutWorker, directory }
  return {
    settings,
    clock,
    log,
    version,
    directory,
    database,
    accounts,
    files,
    engine,
    presets,
    caches,
    tracing,
    metrics,
    metricsRecorder,
    providerFor,
    processes,
    processId,
    processReport,
    resources,
    sources: watchedSources,
    posters: createClipPosters({ engine, files, clock }),
    edgePreviews: createEdgePreviews({ engine, files, clock, sources: watchedSources }),
    webhookSender: openedSources.webhookSender,
    resolverHealth: openedSources.resolverHealth,
    onSourcesSwitched: openedSources.onSwitched,
    demoMode: settings.demoMode,
    chatUrl: settings.chatUrl,
    publicUrl: settings.publicUrl,
    fileNames: settings.fileNames,
    signInMethods: await openSignIn({ settings, clock, resources }),
    newestVersion: await openUpdates({ settings, clock, resources }),
    submittedSegments: await openSponsorblock({ settings, clock, resources }),
    zips: storedZips,
    worker: database.cutWorker,
    mailWorker: database.mailWorker,
    paymentPresets: settings.paypal,
    secretSeal: createSecretSeal(secret),
    limits: limitAttempts({ ...limitOptions, database, clock }),
    ipAddressQuotaKey: ipAddressQuotaKey({ ...limitOptions, isPublicIpAddress }),
    deviceMarks: createDeviceMarks(secret),
    sweepNow: createSweepNow(createFileSweep(sweepDeps), { periodicRuns: database.periodicRuns, log, metricsRecorder }),
    lastSweepAt: lastEndOf('sweep'),
    lastPaymentRoundAt: lastEndOf('payments'),
    emailDelivery: () => describeDelivery(settings, directory, processes),
  }
}

function joinProcesses(
  { role, databaseUrl }: Settings,
  { id, version }: { id: string; version: string },
  database: OpenDatabase,
  processReport: ProcessReport,
  log: Logger,
): Promise<ProcessRegister> | ProcessRegister {
  const identity = { id, role, host: hostname(), processId: process.pid, version, startedAt: new Date() }
  const describe = () => ({ ...identity, ...processReport, ...database.cutWorker.state() })
  if (databaseUrl === null) return createLoneRegister(describe)
  return joinRegister(database.executor, {
    describe,
    onError: (error) => log.error({ err: error }, 'trouble with the database'),
  })
}

async function startTracing(settings: Settings, version: string, resources: AsyncDisposableStack): Promise<Tracing> {
  if (settings.tracing === null) return NO_TRACING
  const { openTracing } = await import('../adapters/tracing/open-tracing.ts')
  const tracing = await openTracing({ ...settings.tracing, serviceVersion: version, role: settings.role })
  resources.defer(() => tracing.close())
  return tracing
}

async function describeDelivery(
  { smtpUrl }: Settings,
  { outboxPath }: DataDirectory,
  processes: Processes,
): Promise<EmailDelivery | null> {
  const senders = (await processes.list()).filter(({ role }) => role !== 'web')
  if (senders.length === 0) return null
  const lastFailure = senders.find(({ emailFailure }) => emailFailure !== null)?.emailFailure ?? null
  return { place: smtpUrl?.host ?? outboxPath, toOutbox: smtpUrl === null, lastFailure }
}
