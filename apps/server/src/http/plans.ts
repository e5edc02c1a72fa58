import * as contract from '@kerf/contract/plans'
import type { FastifyInstance } from 'fastify'
import { readPlans } from '../use-cases/payments/read-plans.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done } from '../use-cases/shared/outcome.ts'
import { route } from './routing/route.ts'

export function planRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readPlans, async () => done(await readPlans(deps)))
}
