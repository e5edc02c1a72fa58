import { addressBlock } from '@kerf/domain/access/address-block'
import type { From } from '../../ports/accounts.ts'
import type { ContactMessageRecord } from '../../ports/emails.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome } from '../shared/outcome.ts'

/** The same words from the same mailbox within this time were one click too many. */
const DOUBLE_CLICK_MILLISECONDS = 60_000

export type NewMessage = Pick<ContactMessageRecord, 'name' | 'email' | 'subject' | 'message'>

/** A message to the people behind this server: kept here, and sent to their mailbox. Both or neither. */
export function writeToOperator(
  deps: Deps<'database' | 'limits' | 'clock'>,
  { written, caller, language }: From & { written: NewMessage },
): Promise<Outcome<Record<string, never>>> {
  return deps.database.transaction(async (records) => {
    const createdAt = deps.clock.now()
    const email = written.email.toLowerCase()
    const message: ContactMessageRecord = { ...written, email, id: newId(), status: 'new', createdAt }
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
