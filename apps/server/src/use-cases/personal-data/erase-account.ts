import type { AccountRecord } from '../../ports/accounts.ts'
import type { DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import { dropUnwantedClip, lockClips } from '../downloads/end-download.ts'
import { forgetSubscriber } from '../email/newsletter.ts'
import { pagesOf } from '../shared/audit.ts'

/**
 * Within a transaction that holds the account's count: the account is gone, and everything that names its owner. Answers the
 * keys of files that nobody wants any more, to be deleted after the commit.
 */
export async function eraseAccount(records: Records, account: AccountRecord, at: Date): Promise<string[]> {
  const fileKeys = await eraseUserData(records, account.id, at)
  // A mailbox that was never confirmed may be somebody else's.
  if (account.emailVerified) {
    await forgetSubscriber(records, account.email)
    await records.contactMessages.deleteFrom(account.email)
  }
  await records.tokens.forgetAccount(account.id)
  await records.mailQueue.forget(account)
  await records.accounts.delete(account.id)
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
