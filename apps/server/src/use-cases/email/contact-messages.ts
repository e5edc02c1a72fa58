import type { ContactMessageRecord as ContactMessage } from '@kerf/contract/admin-messages'
import type { sendMessage } from '@kerf/contract/contact'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import { planAt } from '@kerf/domain/plans/plans'
import type { RequestOrigin } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { ContactMessageRecord } from '../../ports/emails.ts'
import type { RowPage } from '../../ports/page.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { adminPage, mapPage, type PageQuery } from '../shared/pages.ts'

export async function listMessages({ database }: Deps<'database'>, page: PageQuery): Promise<RowPage<ContactMessage>> {
  return mapPage(await database.records.contactMessages.list(adminPage(page)), describe)
}

export function markMessage(
  deps: Deps<'database' | 'clock'>,
  { id, status, by }: { id: string; status: ContactMessage['status']; by: string },
): Promise<Outcome<ContactMessage>> {
  return deps.database.transaction(async (transaction) => {
    const oldMessage = await transaction.contactMessages.find(id)
    const changedMessage = await transaction.contactMessages.setStatus(id, status)
    if (!oldMessage || !changedMessage) return refused('not_found')
    // The entry has only the id: the message is deleted with its author's account, but log entries are permanent.
    const target = { kind: 'message', id, name: null } as const
    const details = `status: ${oldMessage.status}, now ${status}`
    if (oldMessage.status !== status)
      await noteAction(transaction, { by, at: deps.clock.now(), action: 'message_marked', target, details })
    return done(describe(changedMessage))
  })
}

function describe(message: ContactMessageRecord): ContactMessage {
  return { ...message, createdAt: message.createdAt.toISOString() }
}

/** Time within which an identical message from the same mailbox counts as a double click. */
const DOUBLE_CLICK_WINDOW_MILLISECONDS = 60_000

export function writeToOperator(
  deps: Deps<'database' | 'limits' | 'clock'>,
  {
    form,
    accountId = null,
    caller,
    language,
  }: RequestOrigin & { form: BodyOf<typeof sendMessage>; accountId?: string | null },
): Promise<Outcome<Record<string, never>>> {
  return deps.database.transaction(async (records) => {
    const createdAt = deps.clock.now()
    const email = form.email.toLowerCase()
    const fromPayer = await isPayer(records, { accountId, email, at: createdAt })
    const message: ContactMessageRecord = { ...form, email, id: newId(), status: 'new', fromPayer, createdAt }
    await records.contactMessages.lockSender(email)
    const notBefore = new Date(createdAt.getTime() - DOUBLE_CLICK_WINDOW_MILLISECONDS)
    // Checked before the limit, so that the second click is answered like the first.
    if (await records.contactMessages.findTwin(message, notBefore)) return done({})
    const attemptOutcome = await deps.limits.takeWithin(records, [
      { kind: 'contact', of: ipAddressBlock(caller.ipAddress) },
    ])
    if (!attemptOutcome.ok) return attemptOutcome
    await records.contactMessages.insert(message)
    await records.mailQueue.enqueue({ kind: 'contact_message', messageId: message.id, language })
    return done({})
  })
}

/**
 * Whether the account of the session or of the email has a paid plan. The email counts because some writers cannot sign
 * in.
 */
async function isPayer(
  { accounts }: Records,
  { accountId, email, at }: { accountId: string | null; email: string; at: Date },
): Promise<boolean> {
  const candidates = [accountId === null ? null : await accounts.find(accountId), await accounts.findByEmail(email)]
  return candidates.some((account) => account !== null && planAt(account, at) !== 'free')
}
