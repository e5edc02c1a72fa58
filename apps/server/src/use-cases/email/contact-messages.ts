import type { ContactMessageRecord as ContactMessage } from '@kerf/contract/admin-messages'
import type { sendMessage } from '@kerf/contract/contact'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { addressBlock } from '@kerf/domain/access/address-block'
import { planAt } from '@kerf/domain/plans/plans'
import type { From } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { ContactMessageRecord } from '../../ports/emails.ts'
import type { Page } from '../../ports/page.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { type AskedPage, adminPage, mapPage } from '../shared/pages.ts'

export async function listMessages({ database }: Deps<'database'>, page: AskedPage): Promise<Page<ContactMessage>> {
  return mapPage(await database.records.contactMessages.list(adminPage(page)), describe)
}

export function markMessage(
  deps: Deps<'database' | 'clock'>,
  { id, status, by }: { id: string; status: ContactMessage['status']; by: string },
): Promise<Outcome<ContactMessage>> {
  return deps.database.transaction(async (transaction) => {
    const before = await transaction.contactMessages.find(id)
    const marked = await transaction.contactMessages.setStatus(id, status)
    if (!before || !marked) return refused('not_found')
    // By its id alone: the message is forgotten with the account of its author, and the log forgets nothing.
    const target = { kind: 'message', id, name: null } as const
    const details = `status: ${before.status}, now ${status}`
    if (before.status !== status)
      await noteAction(transaction, { by, at: deps.clock.now(), action: 'message_marked', target, details })
    return done(describe(marked))
  })
}

function describe(message: ContactMessageRecord): ContactMessage {
  return { ...message, createdAt: message.createdAt.toISOString() }
}

/** The same words from the same mailbox within this time were one click too many. */
const DOUBLE_CLICK_MILLISECONDS = 60_000

export function writeToOperator(
  deps: Deps<'database' | 'limits' | 'clock'>,
  {
    written,
    accountId = null,
    caller,
    language,
  }: From & { written: BodyOf<typeof sendMessage>; accountId?: string | null },
): Promise<Outcome<Record<string, never>>> {
  return deps.database.transaction(async (records) => {
    const createdAt = deps.clock.now()
    const email = written.email.toLowerCase()
    const fromPayer = await isPayer(records, { accountId, email, at: createdAt })
    const message: ContactMessageRecord = { ...written, email, id: newId(), status: 'new', fromPayer, createdAt }
    await records.contactMessages.lockSender(email)
    const recently = new Date(createdAt.getTime() - DOUBLE_CLICK_MILLISECONDS)
    // Before it is counted: the second click must not be refused for what the first one has done already.
    if (await records.contactMessages.findTwin(message, recently)) return done({})
    const taken = await deps.limits.takeWithin(records, [{ kind: 'contact', of: addressBlock(caller.address) }])
    if (!taken.ok) return taken
    await records.contactMessages.insert(message)
    await records.mailQueue.enqueue({ kind: 'contact_message', messageId: message.id, language })
    return done({})
  })
}

/** Signed in, or writing from the mailbox of an account: whoever cannot sign in writes too. */
async function isPayer(
  { accounts }: Records,
  { accountId, email, at }: { accountId: string | null; email: string; at: Date },
): Promise<boolean> {
  const found = [accountId === null ? null : await accounts.find(accountId), await accounts.findByEmail(email)]
  return found.some((account) => account !== null && planAt(account, at) !== 'free')
}
