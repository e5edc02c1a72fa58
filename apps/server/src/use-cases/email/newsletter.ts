import type { NewsletterSubscriber } from '@kerf/contract/admin-messages'
import { csvLine } from '@kerf/domain/people/users-export'
import type { Language } from '@kerf/messages/languages'
import type { Caller, RequestOrigin } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { RowPage } from '../../ports/page.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { emailAttempts } from '../shared/limit-attempts.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { adminPage, BYTE_ORDER_MARK, mapPage, type PageQuery, pagesOf } from '../shared/pages.ts'
import { consumeMailedToken } from './mailed-claim.ts'

/** Requests a subscription, with double opt-in. The answer is the same for subscribed mailboxes, which get no email. */
export function askForNewsletter(
  deps: Deps<'database' | 'limits' | 'clock'>,
  { email: requestedEmail, caller, language }: RequestOrigin & { email: string },
): Promise<Outcome<Record<string, never>>> {
  return deps.database.transaction(async (records) => {
    const email = requestedEmail.toLowerCase()
    const attemptOutcome = await deps.limits.takeWithin(records, emailAttempts('newsletter_mail', email, caller))
    if (!attemptOutcome.ok) return attemptOutcome
    await records.newsletter.ask(email, deps.clock.now())
    await records.mailQueue.enqueue({ kind: 'confirm_newsletter', email, language })
    return done({})
  })
}

export async function confirmNewsletter(
  deps: Deps<'database' | 'accounts' | 'limits' | 'clock'>,
  { token, caller, language }: RequestOrigin & { token: string },
): Promise<Outcome<{ email: string }>> {
  const mailedToken = await consumeMailedToken(deps, ['newsletter'], { token, caller })
  if (!mailedToken.ok) return mailedToken
  const email = mailedToken.value.value
  return deps.database.transaction(async (records) => {
    if (await records.newsletter.confirm(email, deps.clock.now()))
      await records.mailQueue.enqueue({ kind: 'newsletter_subscribed', email, language })
    else if (!(await records.newsletter.find(email))) return refused('invalid_confirmation')
    return done({ email })
  })
}

export async function listSubscribers(deps: Deps<'database'>, page: PageQuery): Promise<RowPage<NewsletterSubscriber>> {
  const subscriptions = await deps.database.records.newsletter.list(adminPage(page))
  return mapPage(subscriptions, ({ email, createdAt, confirmedAt }) => ({
    email,
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
  }))
}

export async function exportSubscribers(deps: Deps<'database' | 'clock'>, by: string): Promise<AsyncIterable<string>> {
  const { records } = deps.database
  await noteAction(records, { by, at: deps.clock.now(), action: 'newsletter_exported' })
  return subscribersExportLines(records)
}

async function* subscribersExportLines(records: Records) {
  yield BYTE_ORDER_MARK + csvLine(['Email', 'Confirmed'])
  for await (const page of confirmedPages(records))
    yield page.map(({ email, confirmedAt }) => csvLine([email, confirmedAt?.toISOString() ?? ''])).join('')
}

const confirmedPages = ({ newsletter }: Records) => pagesOf(newsletter.confirmedAfter)

/** Enqueues the newsletter once for each confirmed subscriber. */
export function sendNewsletter(
  deps: Deps<'database' | 'clock'>,
  { issue, by, language }: { issue: { subject: string; message: string }; by: string; language: Language },
): Promise<Outcome<{ recipients: number }>> {
  return deps.database.transaction(async (records) => {
    let recipients = 0
    for await (const page of confirmedPages(records)) {
      await records.mailQueue.enqueueLast(page.map(({ email }) => ({ kind: 'newsletter', email, language, ...issue })))
      recipients += page.length
    }
    const details = `${recipients} recipients: ${issue.subject}`
    await noteAction(records, { by, at: deps.clock.now(), action: 'newsletter_sent', details })
    return done({ recipients })
  })
}

/** Deletes the subscription and all newsletter tokens of the mailbox. */
export async function endNewsletter(
  deps: Deps<'database' | 'accounts' | 'limits'>,
  request: { token: string; caller: Caller },
): Promise<Outcome<Record<string, never>>> {
  const mailedToken = await consumeMailedToken(deps, ['newsletter-end'], request)
  if (!mailedToken.ok) return mailedToken
  await deps.database.transaction((records) => forgetSubscriber(records, mailedToken.value.value))
  return done({})
}

export async function forgetSubscriber(records: Records, email: string): Promise<void> {
  await records.newsletter.delete(email)
  await records.tokens.forgetSubscriber(email)
}
