import type { Mailer, MailOrder } from '../../account-ports.ts'
import { type WriteLetterDeps, writeLetter } from './write-letter.ts'

export interface SendMailDeps extends WriteLetterDeps {
  mailer: Pick<Mailer, 'send'>
  /** Hears what kind of letter it was and how it went, never whose or what it says. */
  log: { info(context: object, message: string): void; warn(context: object, message: string): void }
}

/**
 * Turns an order into a letter and hands it over. Throws when it has to be tried again; done with otherwise, also when
 * there is nobody to send it to or the mail server will never take it.
 */
export function sendMail(deps: SendMailDeps) {
  const write = writeLetter(deps)
  return async (order: MailOrder): Promise<void> => {
    const { kind } = order
    const mail = await write(order)
    if (!mail) return
    try {
      const handed = await deps.mailer.send(mail)
      if (handed.ok) deps.log.info({ kind }, 'letter sent')
      else deps.log.warn({ kind, reason: handed.reason }, 'letter refused for good')
    } catch (error) {
      deps.log.warn({ kind, reason: (error as Error).message }, 'letter not sent yet')
      throw error
    }
  }
}
