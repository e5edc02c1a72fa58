import type { NewsletterSubscriber } from '@kerf/contract/admin-messages'
import { csvLine } from '@kerf/domain/people/users-export'
import type { Language } from '@kerf/messages/languages'
import type { Caller, From } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { Page } from '../../ports/page.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { type AskedPage, adminPage, BYTE_ORDER_MARK, mapPage, pagesOf } from '../shared/pages.ts'
import { consumeMailedToken } from './mailed-claim.ts'

/** Double opt-in. The answer is the same for subscribed mailboxes: that is checked when the email is written. */
export function askForNewsletter(
  deps: Deps<'database' | 'limits' | 'clock'>,
  { email: requested, caller, language }: From & { email: string },
): Promise<Outcome<Record<string, never>>> {
  return deps.database.transaction(async (within) => {
    const email = requested.toLowerCase()
    const taken = await deps.limits.takeWithin(within, emailAttempts('newsletter_mail', email, caller))
    if (!taken.ok) return taken
    await within.newsletter.ask(email, deps.clock.now())
    await within.mailQueue.enqueue({ kind: 'confirm_newsletter', email, language })
    return done({})
  })
}

export async function confirmNewsletter(
  deps: Deps<'database' | 'accounts' | 'limits' | 'clock'>,
  { token, caller, language }: From & { token: string },
): Promise<Outcome<{ email: string }>> {
  const mailed = await consumeMailedToken(deps, ['newsletter'], { token, caller })
  if (!mailed.ok) return mailed
  const email = mailed.value.value
  return deps.database.transaction(async (within) => {
    if (await within.newsletter.confirm(email, deps.clock.now()))
      await within.mailQueue.enqueue({ kind: 'newsletter_subscribed', email, language })
    else if (!(await within.newsletter.find(email))) return refused('invalid_confirmation')
    return done({ email })
  })
}

export async function listSubscribers(deps: Deps<'database'>, page: AskedPage): Promise<Page<NewsletterSubscriber>> {
  const found = await deps.database.records.newsletter.list(adminPage(page))
  return mapPage(found, ({ email, createdAt, confirmedAt }) => ({
    email,
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
  }))
}

export async function exportSubscribers(deps: Deps<'database' | 'clock'>, by: string): Promise<AsyncIterable<string>> {
  const { records } = deps.database
  await noteAction(records, { by, at: deps.clock.now(), action: 'newsletter_exported' })
  return linesOf(records)
}

async function* linesOf(records: Records) {
  yield BYTE_ORDER_MARK + csvLine(['Email', 'Confirmed'])
  for await (const page of confirmed(records))
    yield page.map(({ email, confirmedAt }) => csvLine([email, confirmedAt?.toISOString() ?? ''])).join('')
}

const confirmed = ({ newsletter }: Records) => pagesOf(newsletter.confirmedAfter)

/** To those who have confirmed by now, once each. */
export function sendNewsletter(
  deps: Deps<'database' | 'clock'>,
  { written, by, language }: { written: { subject: string; message: string }; by: string; language: Language },
): Promise<Outcome<{ recipients: number }>> {
  return deps.database.transaction(async (within) => {
    let recipients = 0
    for await (const page of confirmed(within)) {
      await within.mailQueue.enqueueLast(page.map(({ email }) => ({ kind: 'newsletter', email, language, ...written })))
      recipients += page.length
    }
    const details = `${recipients} recipients: ${written.subject}`
    await noteAction(within, { by, at: deps.clock.now(), action: 'newsletter_sent', details })
    return done({ recipients })
  })
}

/** Deletes everything about the mailbox, also the tokens of other emails to it. */
export async function endNewsletter(
  deps: Deps<'database' | 'accounts' | 'limits'>,
  asked: { token: string; caller: Caller },
): Promise<Outcome<Record<string, never>>> {
  const mailed = await consumeMailedToken(deps, ['newsletter-end'], asked)
  if (!mailed.ok) return mailed
  await deps.database.transaction((within) => forgetSubscriber(within, mailed.value.value))
  return done({})
}

export async function forgetSubscriber(records: Records, email: string): Promise<void> {
  await records.newsletter.delete(email)
  await records.tokens.forgetSubscriber(email)
}
