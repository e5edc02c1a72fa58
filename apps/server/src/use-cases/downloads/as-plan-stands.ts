import { viewerKindOf } from '@kerf/domain/access/viewer'
import { planAt } from '@kerf/domain/plans/plans'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'

/**
 * What this viewer may do now. Asked in a transaction that has waited for the viewer's count: their plan may have ended, or begun,
 * since the call was let in. Strangers, and accounts that are gone, stay what they were taken for.
 */
export async function asPlanStands(records: Records, viewer: ViewerRecord, now: Date): Promise<ViewerRecord> {
  const account = viewer.kind === 'anonymous' ? null : await records.accounts.find(viewer.id)
  return account ? viewerOf(account, now) : viewer
}

/** Thrown so that nothing is taken: what was judged beforehand was judged for another kind of viewer. */
export class PlanChangedError extends Error {
  readonly viewer: ViewerRecord

  constructor(viewer: ViewerRecord) {
    super(`The viewer is ${viewer.kind} by now.`)
    this.name = 'PlanChangedError'
    this.viewer = viewer
  }
}

/** What somebody with this account may do. */
export function viewerOf(account: AccountRecord, now: Date): ViewerRecord {
  return { id: account.id, kind: viewerKindOf(account.role, planAt(account, now)) }
}
