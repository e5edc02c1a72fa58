import type { signUp as signUpCall } from '@kerf/contract/auth'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { addressBlock } from '@kerf/domain/access/address-block'
import type { From } from '../../ports/accounts.ts'
import type { Deps } from '../shared/deps.ts'
import { ACCOUNT_BYTES, refusedWhenFull } from '../shared/disk-room.ts'
import { effectiveSettings } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { openAccount } from './open-account.ts'
import type { SignedIn } from './sign-in.ts'

export async function signUp(
  deps: Deps<'database' | 'accounts' | 'files' | 'limits' | 'deviceMarks' | 'clock' | 'presets'>,
  { person: { invitation, ...person }, caller, language }: From & { person: BodyOf<typeof signUpCall> },
): Promise<Outcome<SignedIn>> {
  const taken = await deps.limits.take([{ kind: 'sign_up', of: addressBlock(caller.address) }])
  if (!taken.ok) return taken
  const full = await refusedWhenFull(deps.files, 0, ACCOUNT_BYTES)
  if (full) return full
  const { access } = await effectiveSettings(deps.database.records, deps.presets)
  if (access === 'closed' && invitation === undefined) return refused('invitation_needed')
  const opened =
    invitation === undefined
      ? await openAccount(deps.accounts, person, caller)
      : await acceptInvitation(deps, { token: invitation, person, caller })
  if (!opened.ok) return opened
  const { account } = opened.value
  // An account deleted and made again, over and over, is no way to fill a mailbox. It is made all the same, and may ask again later.
  const mayAsk = await deps.limits.take([{ kind: 'confirmation_mail', of: account.email }])
  if (mayAsk.ok)
    await deps.database.records.mailQueue.enqueue({ kind: 'verify_email', accountId: account.id, language })
  return done({ ...opened.value, deviceMark: deps.deviceMarks.issue(account) })
}
