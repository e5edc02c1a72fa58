import type { signUp as signUpCall } from '@kerf/contract/auth'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import type { RequestOrigin } from '../../ports/accounts.ts'
import type { Deps } from '../shared/deps.ts'
import { ACCOUNT_BYTES, refusedWhenFull } from '../shared/disk-space.ts'
import { effectiveSettings } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { openAccount } from './open-account.ts'
import type { SignedIn } from './sign-in.ts'

export async function signUp(
  deps: Deps<'database' | 'accounts' | 'files' | 'limits' | 'deviceMarks' | 'clock' | 'presets'>,
  { person: { invitation, ...person }, caller, language }: RequestOrigin & { person: BodyOf<typeof signUpCall> },
): Promise<Outcome<SignedIn>> {
  const attemptOutcome = await deps.limits.take([{ kind: 'sign_up', of: ipAddressBlock(caller.ipAddress) }])
  if (!attemptOutcome.ok) return attemptOutcome
  const refusal = await refusedWhenFull(deps.files, 0, ACCOUNT_BYTES)
  if (refusal) return refusal
  const { access } = await effectiveSettings(deps.database.records, deps.presets)
  if (access === 'closed' && invitation === undefined) return refused('invitation_needed')
  const creation =
    invitation === undefined
      ? await openAccount(deps.accounts, person, caller)
      : await acceptInvitation(deps, { token: invitation, person, caller })
  if (!creation.ok) return creation
  const { account } = creation.value
  // The limit stops repeated sign-ups and deletions from flooding a mailbox. Without the email, the account still
  // exists.
  const emailPermit = await deps.limits.take([{ kind: 'confirmation_mail', of: account.email }])
  if (emailPermit.ok)
    await deps.database.records.mailQueue.enqueue({ kind: 'verify_email', accountId: account.id, language })
  return done({ ...creation.value, deviceMark: deps.deviceMarks.issue(account) })
}
