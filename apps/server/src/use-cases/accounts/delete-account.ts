import { mayChangeUser } from '@kerf/domain/people/admin-rules'
import type { Language } from '@kerf/messages/languages'
import type { AccountRecord, AccountSession } from '../../ports/accounts.ts'
import type { DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import { dropUnwantedClip, lockClips } from '../downloads/end-download.ts'
import { forgetSubscriber } from '../email/newsletter.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { pagesOf } from '../shared/pages.ts'
import { type ConfirmDeps, confirmPerson } from './change-account.ts'

/** Deletes the account and all data that names its owner, and sends a last email. Refuses for the last active admin. */
export async function deleteAccount(
  deps: ConfirmDeps & Deps<'files'>,
  { session, password, language }: { session: AccountSession; password?: string | undefined; language: Language },
): Promise<Outcome<undefined>> {
  const { id } = session.account
  const confirmation = await confirmPerson(deps, { session, password })
  if (!confirmation.ok) return confirmation
  const erasure = await deps.database.transaction(async (records): Promise<Outcome<string[]>> => {
    // The locks come before all reads. Two admins cannot leave concurrently, and a second deletion of the same account
    // finds no account.
    const admins = await records.accounts.lockActiveAdmins()
    await records.quota.lock(id)
    const account = await records.accounts.find(id)
    if (!account) {
      // Deletes the quota row that the lock above has created.
      await records.userData.delete(id)
      return done([])
    }
    if (!(await records.sessions.lockAccount(session))) return refused('not_signed_in')
    const otherAdmins = admins.filter((admin) => admin !== id).length
    const decision = mayChangeUser(account, { isActive: false }, otherAdmins)
    if (!decision.allowed) return refused(decision.reason)
    return done(await eraseAccount(records, account, language, deps.clock.now()))
  })
  return deleteErasedFiles(deps, erasure)
}

/** Deletes files after the commit. If this fails, the sweep deletes them, because the database does not know them. */
export async function deleteErasedFiles(
  { files }: Deps<'files'>,
  erasure: Outcome<string[]>,
): Promise<Outcome<undefined>> {
  if (!erasure.ok) return erasure
  await Promise.allSettled(erasure.value.map((key) => files.delete(key)))
  return done(undefined)
}

/** Erases an account under its quota lock. Returns file keys to delete after the commit. */
export async function eraseAccount(
  records: Records,
  account: AccountRecord,
  language: Language,
  at: Date,
): Promise<string[]> {
  const { id, email, name, emailVerified } = account
  const fileKeys = await eraseUserData(records, id, at)
  // An unconfirmed mailbox may belong to another person.
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

/**
 * Deletes videos, downloads and unneeded clips of a viewer. Quota units are not returned, because the counter is
 * deleted too.
 */
async function eraseUserData(records: Records, viewerId: string, at: Date): Promise<string[]> {
  const clipIds = new Set<string>()
  const pages = pagesOf<DownloadRecord>((page) =>
    records.downloads.listForViewer(viewerId, { ...page, evenDeleted: true }),
  )
  for await (const page of pages) for (const { clipId } of page) clipIds.add(clipId)
  // The clips must be locked before the downloads are deleted.
  const clips = await lockClips(records, clipIds)
  await records.userData.delete(viewerId)
  const fileKeys: string[] = []
  for (const clip of clips.values()) {
    const fileKey = await dropUnwantedClip(records, clip, at)
    if (fileKey) fileKeys.push(fileKey)
  }
  return fileKeys
}
