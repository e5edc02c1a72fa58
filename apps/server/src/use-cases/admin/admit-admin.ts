import type { FoundSession } from '../../ports/accounts.ts'
import type { Database } from '../../ports/database.ts'
import { type Refused, refused } from '../outcome.ts'
import { ownSettingsInForce } from './effective-settings.ts'

/** Who may do what admins do: an admin, with a second factor where the installation wants one. null: come in. */
export function admitAdmin(deps: { database: Database }) {
  return async (session: FoundSession | null): Promise<Refused | null> => {
    if (!session) return refused('not_signed_in')
    if (session.account.role !== 'admin') return refused('needs_admin')
    if (session.account.twoFactorEnabled) return null
    const { requireSecondFactor } = await ownSettingsInForce(deps.database.records)
    return requireSecondFactor ? refused('needs_second_factor') : null
  }
}
