import type { Mailer, MailOrder } from '../../ports/emails.ts'
import { type WriteEmailDeps, writeEmail } from './write-email.ts'

export interface SendEmailDeps extends WriteEmailDeps {
  mailer: Pick<Mailer, 'send' | 'forget'>
  /** Hears what kind of email it was and how it went, never whose or what it says. */
  log: { info(context: object, message: string): void; warn(context: object, message: string): void }
}

/**
 * Turns an order into an email and hands it over. Throws when it has to be tried again; done with otherwise, also when
 * there is nobody to send it to or the mail server will never take it.
 */
export async function sendEmail(deps: SendEmailDeps, order: MailOrder): Promise<void> {
  const { kind } = order
  const failed = (message: string, reason: string) => deps.log.warn({ kind, reason }, message)
  const mail = await writeEmail(deps, order).catch((error: Error) => {
    // By its name alone: a failed query repeats what it was about.
    failed('email not written yet', error.name)
    throw error
  })
  // Before the last email to them, which says that nothing is left.
  if (kind === 'account_deleted') await deps.mailer.forget(order.email)
  if (!mail) return
  const handed = await deps.mailer.send(mail).catch((error: Error) => {
    failed('email not sent yet', error.message)
    throw error
  })
  if (handed.ok) deps.log.info({ kind }, 'email sent')
  else failed('email refused for good', handed.reason)
}
