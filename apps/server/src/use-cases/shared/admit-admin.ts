import type { FoundSession } from '../../ports/accounts.ts'
import type { Deps } from './deps.ts'
import { ownEffectiveSettings } from './effective-settings.ts'
import { type Refused, refused } from './outcome.ts'

/** Who may do what admins do: an admin, with a second factor where the installation wants one. null: come in. */
export async function admitAdmin(deps: Deps<'database'>, session: FoundSession | null): Promise<Refused | null> {
  if (!session) return refused('not_signed_in')
  if (session.account.role !== 'admin') return refused('needs_admin')
  if (session.account.twoFactorEnabled) return null
  const { requireSecondFactor } = await ownEffectiveSettings(deps.database.records)
  return requireSecondFactor ? refused('needs_second_factor') : null
}
