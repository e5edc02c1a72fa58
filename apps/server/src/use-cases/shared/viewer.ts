import { kindWithoutPlans, type ViewerKind, viewerKindOf } from '@kerf/domain/access/viewer'
import { planAt } from '@kerf/domain/plans/plans'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from './deps.ts'

export function viewerOf(account: AccountRecord, now: Date): ViewerRecord {
  const viewer = { id: account.id, kind: viewerKindOf(account.role, planAt(account, now)) }
  return account.emailVerified ? viewer : { ...viewer, unconfirmed: true }
}

/** With PLANS=off, gives the viewer the rights of the best plan. */
export function withoutPlansIfOff(viewer: ViewerRecord, hasPlans: boolean): ViewerRecord {
  return hasPlans ? viewer : { ...viewer, kind: kindWithoutPlans(viewer.kind), kindWithPlans: viewer.kind }
}

/** Kind of a visitor who has no viewer record yet. */
export const strangerKind = ({ hasPlans }: Deps<'hasPlans'>): ViewerKind =>
  hasPlans ? 'anonymous' : kindWithoutPlans('anonymous')

/** Reads the viewer's plan again under the quota lock, because it may have changed since the request began. */
export async function asPlanStands(records: Records, viewer: ViewerRecord, now: Date): Promise<ViewerRecord> {
  const { kindWithPlans } = viewer
  const account = (kindWithPlans ?? viewer.kind) === 'anonymous' ? null : await records.accounts.find(viewer.id)
  return account ? withoutPlansIfOff(viewerOf(account, now), kindWithPlans === undefined) : viewer
}

/** The viewer's kind changed during the request, so earlier checks are void. Rolls the transaction back. */
export class PlanChangedError extends Error {
  readonly viewer: ViewerRecord

  constructor(viewer: ViewerRecord) {
    super(`The viewer is ${viewer.kind} by now.`)
    this.name = 'PlanChangedError'
    this.viewer = viewer
  }
}
