import { addressBlock } from '@kerf/domain/access/address-block'
import type { Language } from '@kerf/domain/language'
import type { Caller } from '../../ports/accounts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import type { ContactMessageRecord } from '../../ports/letters.ts'
import type { LimitAttempts } from '../accounts/limit-attempts.ts'
import { newId } from '../new-id.ts'
import { done, type Outcome } from '../outcome.ts'

/** The same words from the same mailbox within this time were one click too many. */
const DOUBLE_CLICK_MILLISECONDS = 60_000

export type NewMessage = Pick<ContactMessageRecord, 'name' | 'email' | 'subject' | 'message'>

/** A message to the people behind this server: kept here, and sent to their mailbox. Both or neither. */
export function writeToOperator(deps: { database: Database; limits: LimitAttempts; clock: Clock }) {
  return (written: NewMessage, caller: Caller, language: Language): Promise<Outcome<Record<string, never>>> =>
    deps.database.transaction(async (records) => {
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
