import type { setUp as setUpCall } from '@kerf/contract/entry-links'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { SETUP_LINK_SECONDS } from '@kerf/domain/access/access-mode'
import type { AccountRecord, Caller } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { guessFrom, openFirstSession } from '../accounts/accept-invitation.ts'
import { openAccountWithin } from '../accounts/open-account.ts'
import type { SignedIn } from '../accounts/sign-in.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { hashToken, newToken } from '../shared/random-token.ts'
import { promoteWithin } from './make-admin.ts'

/**
 * The token of a link that makes the first admin; null where there is one. Links of processes that have ended are void;
 * those of processes that start at the same time stay, since each operator sees only one of them.
 */
export async function createSetupToken(
  deps: Deps<'database' | 'clock' | 'processes'>,
  processId: string,
): Promise<string | null> {
  const running = (await deps.processes.list()).map(({ id }) => id).filter((id) => id !== processId)
  return await deps.database.transaction(async (records) => {
    if ((await records.accounts.lockActiveAdmins()).length > 0) return null
    await records.setupLinks.keepOnlyOf(running)
    const token = newToken()
    const expiresAt = new Date(deps.clock.now().getTime() + SETUP_LINK_SECONDS * 1000)
    await records.setupLinks.add({ tokenHash: hashToken(token), processId, expiresAt })
    return token
  })
}

/** Makes the first admin and voids every such link, both or neither. */
export async function setUp(
  deps: Deps<'database' | 'accounts' | 'limits' | 'deviceMarks' | 'clock'>,
  { given, caller }: { given: BodyOf<typeof setUpCall>; caller: Caller },
): Promise<Outcome<SignedIn>> {
  const { token, password, ...person } = given
  const attempt = guessFrom(caller)
  const taken = await deps.limits.take([attempt])
  if (!taken.ok) return taken
  const { setupLinks } = deps.database.records
  if (!(await setupLinks.isValid(hashToken(token), deps.clock.now()))) return refusedLink()
  await deps.limits.giveBack([attempt])
  const passwordHash = await deps.accounts.hashPassword(password)
  const made = await deps.database.transaction(async (records): Promise<Outcome<AccountRecord>> => {
    const at = deps.clock.now()
    // Under the lock: of two who press the button at once, the second finds an admin and no link.
    if ((await records.accounts.lockActiveAdmins()).length > 0) return refusedLink()
    if (!(await records.setupLinks.isValid(hashToken(token), at))) return refusedLink()
    await records.setupLinks.deleteAll()
    return await makeWithin(records, { ...person, passwordHash }, at)
  })
  if (!made.ok) return made
  const opened = await openFirstSession(deps, made.value, caller)
  return opened.ok ? done({ ...opened.value, deviceMark: deps.deviceMarks.issue(opened.value.account) }) : opened
}

/** Whoever has read the log of the server may have signed up before: like the command, this makes that account an admin. */
async function makeWithin(
  records: Records,
  person: Parameters<typeof openAccountWithin>[1],
  at: Date,
): Promise<Outcome<AccountRecord>> {
  const existing = await records.accounts.findByEmail(person.email)
  const made = existing ? done(existing) : await openAccountWithin(records, person, at)
  if (!made.ok) return made
  await promoteWithin(records, made.value, existing ? person.passwordHash : null, at, 'by the setup link, ')
  return done((await records.accounts.find(made.value.id)) ?? made.value)
}

const refusedLink = () =>
  refused('invalid_confirmation', {
    meaning: 'This link is no longer valid. Restart the server without an admin, and it prints a new one.',
  })
