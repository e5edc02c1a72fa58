import { beginningOf } from '@kerf/domain/text/plain-text'
import type { NodemailerError } from 'nodemailer'

const MAX_REASON_LENGTH = 300

/** The mail server could not be reached, or would not take the letter now. Its message names nobody. */
export class MailDeliveryError extends Error {
  constructor(reason: string) {
    super(`The letter could not be handed over: ${reason}`)
    this.name = 'MailDeliveryError'
  }
}

/**
 * Whether this letter will never be taken: the server has refused its recipient or its content for good. A refusal of our
 * name, password or sender is the operator's to mend, and the letter waits for that.
 */
export function isRefusal(error: NodemailerError): boolean {
  const isAboutTheLetter = error.command === 'RCPT TO' || error.command === 'DATA'
  return error.permanent === true && isAboutTheLetter
}

/** For logs and the queue: what went wrong, without addresses of people or of pages, which mail servers like to repeat. */
export function reasonOf(error: NodemailerError): string {
  const code = error.originalCode ?? error.code
  const said = (error.response ?? error.message)
    .replace(/\bhttps?:\S+/gi, '(address)')
    .replace(/[^\s<>]*@[^\s<>]*/g, '(address)')
    .replace(/\s+/g, ' ')
  return beginningOf(`${code && !said.includes(code) ? `${code}: ` : ''}${said}`, MAX_REASON_LENGTH)
}
