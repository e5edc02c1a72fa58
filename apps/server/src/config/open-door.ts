import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { databaseTrouble } from '../adapters/database/engine/database-trouble.ts'
import { storeTrouble } from '../adapters/file-store/store-trouble.ts'
import { createApp } from '../http/create-app.ts'
import { createOperatorApp } from '../http/create-operator-app.ts'
import type { Foundations } from './lay-foundations.ts'
import { PROJECT_ROOT, SERVER_ROOT } from './places.ts'

/** Everything that people see. */
export function openToAll(base: Foundations): Promise<FastifyInstance> {
  const { settings, metrics, log } = base
  const { publicUrl, metricsToken, trustedProxies, rateLimits } = settings
  return createApp({
    ...{ deps: base, metrics, logger: log, publicUrl, metricsToken, trustedProxies, rateLimits },
    refusalFor: (error) => databaseTrouble(error) ?? storeTrouble(error),
    webDirectory: join(PROJECT_ROOT, 'apps/web/dist'),
    sampleDirectory: join(SERVER_ROOT, 'sample'),
  })
}

/** What a process that only works says of itself, to its operator. */
export function openToOperator(base: Foundations): FastifyInstance {
  const { metrics, log, settings } = base
  return createOperatorApp({ deps: base, metrics, metricsToken: settings.metricsToken, logger: log })
}
