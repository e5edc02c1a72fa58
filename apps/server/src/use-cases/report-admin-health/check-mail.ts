import type { MailWorker, WaitingLetters } from '../../account-ports.ts'
import type { Clock } from '../../ports.ts'
import { withinTime } from '../report-health/within-time.ts'
import { type AdminChecks, degraded, failing, off, ok } from './admin-checks.ts'

/** A letter takes seconds. */
const LONG_WAIT_MILLISECONDS = 10 * 60_000

/** How letters leave. */
export interface LettersWay {
  /** `by the mail server mail.example.org:587` */
  leave: string
  /** They become files, which reach nobody by themselves. */
  toOutbox: boolean
  /** Why the last letter that was tried could not be handed over, naming nobody; null when it was. */
  lastFailure(): string | null
}

export interface CheckMailDeps {
  mailWorker: Pick<MailWorker, 'letters'>
  /** null before letters are sent at all. */
  lettersWay: () => LettersWay | null
  clock: Clock
}

/** Whether letters leave. */
export async function checkMail({ mailWorker, lettersWay, clock }: CheckMailDeps): Promise<AdminChecks['mail']> {
  const letters = await withinTime(mailWorker.letters()).catch(() => null)
  if (!letters) return failing('The queue of letters does not answer. Look at the log for the reason.')
  const way = lettersWay()
  if (!way) return degraded('Letters are not sent yet: the server is starting. Look again in a moment.')
  const stuck = describeStuck(letters, clock.now())
  if (stuck) return { state: stuck.state, message: `${stuck.message}${reasonOf(way)} ${adviceFor(way)}` }
  if (way.toOutbox)
    return off(`Letters leave ${way.leave} and reach nobody by themselves. Set SMTP_URL to have them mailed.`)
  return ok(`Letters leave ${way.leave}.`)
}

function describeStuck({ waiting, tried, oldestAt, givenUp }: WaitingLetters, now: Date) {
  if (givenUp > 0) return failing(`${count(givenUp)} given up within the last hour, ${waiting} wait`)
  if (oldestAt && now.getTime() - oldestAt.getTime() >= LONG_WAIT_MILLISECONDS)
    return failing(`${count(waiting)} waiting, the first for more than ten minutes`)
  return tried > 0 ? degraded(`${count(tried)} not handed over yet and tried again`) : null
}

const count = (letters: number): string => (letters === 1 ? '1 letter was' : `${letters} letters were`)

function reasonOf(way: LettersWay): string {
  const reason = way.lastFailure()
  return reason === null ? '.' : `: ${reason.replace(/\.$/, '')}.`
}

function adviceFor({ toOutbox, leave }: LettersWay): string {
  return toOutbox
    ? `Letters leave ${leave}: check that DATA_DIR can be written to.`
    : `Letters leave ${leave}: check SMTP_URL and MAIL_FROM, and look at the log for "letter not sent yet".`
}
