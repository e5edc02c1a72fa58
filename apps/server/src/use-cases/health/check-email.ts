import { type Check, degraded, failing, off, ok, say } from '@kerf/domain/health/health-check'
import type { Clock } from '../../ports/clock.ts'
import type { MailWorker, WaitingLetters } from '../../ports/letters.ts'
import type { AdminChecks } from './admin-checks.ts'
import { withinTime } from './within-time.ts'

/** A letter takes seconds. */
const LONG_WAIT_MILLISECONDS = 10 * 60_000

/** How letters leave. */
export interface LettersWay {
  /** The mail server, `mail.example.org:587`, or the folder of the files. */
  place: string
  /** They become files, which reach nobody by themselves. */
  toOutbox: boolean
  /** Why the last letter that was tried could not be handed over, naming nobody; null when it was. */
  lastFailure(): string | null
}

export interface CheckMailDeps {
  mailWorker: Pick<MailWorker, 'letters'>
  /** null where nobody sends letters. */
  lettersWay: () => Promise<LettersWay | null>
  clock: Clock
}

/** Whether letters leave. */
export async function checkMail({ mailWorker, lettersWay, clock }: CheckMailDeps): Promise<AdminChecks['mail']> {
  const letters = await withinTime(mailWorker.letters()).catch(() => null)
  if (!letters) return failing(say('mail_silent'))
  const way = await withinTime(lettersWay()).catch(() => null)
  if (!way) return degraded(say('mail_no_worker'))
  const stuck = describeStuck(letters, way, clock.now())
  if (stuck) return stuck
  return way.toOutbox ? off(say('mail_outbox', way.place)) : ok(say('mail_ok', way.place))
}

function describeStuck(letters: WaitingLetters, way: LettersWay, now: Date): Check | null {
  const { waiting, tried, oldestAt, givenUp } = letters
  const reason = way.lastFailure()?.replace(/\.$/, '') ?? ''
  const advice = say(way.toOutbox ? 'mail_advice_outbox' : 'mail_advice_server', way.place)
  if (givenUp > 0) return failing(say('mail_given_up', givenUp, waiting, reason), advice)
  if (oldestAt && now.getTime() - oldestAt.getTime() >= LONG_WAIT_MILLISECONDS)
    return failing(say('mail_waiting', waiting, reason), advice)
  return tried > 0 ? degraded(say('mail_tried', tried, reason), advice) : null
}
