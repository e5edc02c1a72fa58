import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { databaseTrouble } from '../adapters/database/engine/database-trouble.ts'
import { storeTrouble } from '../adapters/file-store/store-trouble.ts'
import { isPublicAddress } from '../adapters/outbound/public-address.ts'
import { storedZips } from '../adapters/zip/stored-zips.ts'
import { createApp } from '../http/create-app.ts'
import { createOperatorApp } from '../http/create-operator-app.ts'
import { reportHealth } from '../use-cases/health/report-health.ts'
import { reportReadiness } from '../use-cases/health/report-readiness.ts'
import { onceASecond } from '../use-cases/once-a-second.ts'
import { createUseCases } from '../use-cases/use-cases.ts'
import type { Foundations } from './lay-foundations.ts'
import { lettersWay } from './letters-way.ts'
import { PROJECT_ROOT, SERVER_ROOT } from './places.ts'
import { sweepsNow } from './start-work.ts'

/** Everything that people see. */
export async function openToAll(base: Foundations): Promise<FastifyInstance> {
  const { settings, database, paymentProvider } = base
  const { cutWorker: worker, mailWorker, rounds } = database
  return createApp({
    useCases: createUseCases({
      ...base,
      attemptLimits: settings.rateLimits,
      demoMode: settings.demoMode,
      zips: storedZips,
      worker,
      lastSweepAt: () => rounds.lastAt('sweep'),
      sweepNow: sweepsNow(base),
      onSourcesSwitched: base.onSwitched,
      mailWorker,
      lettersWay: lettersWay(base),
      lastPaymentRoundAt: () => rounds.lastAt('payments'),
      isPublicAddress,
    }),
    metrics: base.metrics,
    tracing: base.tracing,
    logger: base.log,
    version: base.version,
    publicUrl: settings.publicUrl,
    withPayPal: async () => (await paymentProvider()) !== null,
    filesOrigin: base.files.addressesOrigin,
    metricsToken: settings.metricsToken,
    trustedProxies: settings.trustedProxies,
    rateLimits: settings.rateLimits,
    refusalFor: (error) => databaseTrouble(error) ?? storeTrouble(error),
    webDirectory: join(PROJECT_ROOT, 'apps/web/dist'),
    sampleDirectory: join(SERVER_ROOT, 'sample'),
  })
}

/** What a process that only works says of itself, to its operator. */
export function openToOperator(base: Foundations): FastifyInstance {
  const { settings, database, log } = base
  const { cutWorker: worker, rounds } = database
  return createOperatorApp({
    reports: {
      reportHealth: onceASecond(reportHealth({ ...base, worker, lastSweepAt: () => rounds.lastAt('sweep') })),
      reportReadiness: reportReadiness(base),
    },
    metrics: base.metrics,
    metricsToken: settings.metricsToken,
    logger: log,
  })
}
