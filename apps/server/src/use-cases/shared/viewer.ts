import { isStranger, kindWithoutPlans, viewerKindOf } from '@kerf/domain/access/viewer'
import { planAt } from '@kerf/domain/plans/plans'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from './deps.ts'
import { effectiveSettings, sellsPlans } from './effective-settings.ts'

export function viewerOf(account: AccountRecord, now: Date): ViewerRecord {
  const viewer = { id: account.id, kind: viewerKindOf(account.role, planAt(account, now)) }
  return account.emailVerified ? viewer : { ...viewer, unconfirmed: true }
}

/** The viewer on this server: with the rights of the best plan where nothing is sold. */
export async function viewerOnServer(
  { database, presets }: Deps<'database' | 'presets'>,
  viewer: ViewerRecord,
): Promise<ViewerRecord> {
  return sellsPlans(await effectiveSettings(database.records, presets)) ? viewer : withBestRights(viewer)
}

const withBestRights = (viewer: ViewerRecord): ViewerRecord => ({
  ...viewer,
  kind: kindWithoutPlans(viewer.kind),
  kindWithPlans: viewer.kind,
})

/** Reads the viewer's plan again under the quota lock, because it may have changed since the request began. */
export async function withCurrentPlan(records: Records, viewer: ViewerRecord, now: Date): Promise<ViewerRecord> {
  const account = isStranger(viewer) ? null : await records.accounts.find(viewer.id)
  if (!account) return viewer
  const currentViewer = viewerOf(account, now)
  return viewer.kindWithPlans === undefined ? currentViewer : withBestRights(currentViewer)
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
