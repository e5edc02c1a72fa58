import type { LettersWay } from '../use-cases/health/check-email.ts'
import type { Foundations } from './lay-foundations.ts'

/** How letters leave, by whichever process sends them; null where none does. */
export function lettersWay({
  settings,
  directory,
  processes,
}: Pick<Foundations, 'settings' | 'directory' | 'processes'>) {
  const { smtpUrl } = settings
  const way = { place: smtpUrl === null ? directory.outboxPath : smtpUrl.host, toOutbox: smtpUrl === null }
  return async (): Promise<LettersWay | null> => {
    const senders = (await processes.list()).filter(({ role }) => role !== 'web')
    const failure = senders.find(({ letterFailure }) => letterFailure !== null)?.letterFailure ?? null
    return senders.length === 0 ? null : { ...way, lastFailure: () => failure }
  }
}
