import { mayChangeUser } from '@kerf/domain/people/admin-rules'
import type { Language } from '@kerf/messages/languages'
import type { AccountRecord, FoundSession } from '../../ports/accounts.ts'
import type { DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import { dropUnwantedClip, lockClips } from '../downloads/end-download.ts'
import { forgetSubscriber } from '../email/newsletter.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { pagesOf } from '../shared/pages.ts'
import { type ConfirmDeps, confirmPerson } from './change-account.ts'

/** Somebody leaves, and nothing here names them any more but one last email. The last admin stays. */
export async function deleteAccount(
  deps: ConfirmDeps & Deps<'files'>,
  { session, password, language }: { session: FoundSession; password?: string | undefined; language: Language },
): Promise<Outcome<undefined>> {
  const { id } = session.account
  const confirmed = await confirmPerson(deps, { session, password })
  if (!confirmed.ok) return confirmed
  const erased = await deps.database.transaction(async (records): Promise<Outcome<string[]>> => {
    // Locked before anything is looked at: of two admins who leave at once, the second is the last one, and of two who
    // delete the same account, the second finds none.
    const admins = await records.accounts.lockActiveAdmins()
    await records.quota.lock(id)
    const account = await records.accounts.find(id)
    if (!account) {
      // What was locked would be all that is left of them.
      await records.userData.delete(id)
      return done([])
    }
    const others = admins.filter((admin) => admin !== id).length
    const decision = mayChangeUser(account, { isActive: false }, others)
    if (!decision.allowed) return refused(decision.reason)
    return done(await eraseAccount(records, account, language, deps.clock.now()))
  })
  return deleteErasedFiles(deps, erased)
}

/** After the commit. The account is gone even if this fails: the sweep deletes files that the database does not know. */
export async function deleteErasedFiles(
  { files }: Deps<'files'>,
  erased: Outcome<string[]>,
): Promise<Outcome<undefined>> {
  if (!erased.ok) return erased
  await Promise.allSettled(erased.value.map((key) => files.delete(key)))
  return done(undefined)
}

/** Under the lock of the account's quota. Returns file keys to delete after the commit. */
export async function eraseAccount(
  records: Records,
  account: AccountRecord,
  language: Language,
  at: Date,
): Promise<string[]> {
  const { id, email, name, emailVerified } = account
  const fileKeys = await eraseUserData(records, id, at)
  // A mailbox that was never confirmed may be somebody else's.
  if (emailVerified) {
    await forgetSubscriber(records, email)
    await records.contactMessages.deleteFrom(email)
  }
  await records.tokens.forgetAccount(id)
  await records.mailQueue.forget(account)
  await records.accounts.delete(id)
  const message = { kind: 'account_deleted', email, name, language } as const
  await records.mailQueue.enqueue(emailVerified ? message : { ...message, unasked: true })
  return fileKeys
}

/** Units need not come back: there is nobody left to count them for. */
async function eraseUserData(records: Records, viewerId: string, at: Date): Promise<string[]> {
  const clipIds = new Set<string>()
  const pages = pagesOf<DownloadRecord>((page) =>
    records.downloads.listForViewer(viewerId, { ...page, evenDeleted: true }),
  )
  for await (const page of pages) for (const { clipId } of page) clipIds.add(clipId)
  // Before anything is deleted.
  const clips = await lockClips(records, clipIds)
  await records.userData.delete(viewerId)
  const fileKeys: string[] = []
  for (const clip of clips.values()) {
    const fileKey = await dropUnwantedClip(records, clip, at)
    if (fileKey) fileKeys.push(fileKey)
  }
  return fileKeys
}
