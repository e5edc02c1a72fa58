import type { Processes } from '../ports/processes.ts'
import type { EmailDelivery } from '../use-cases/shared/deps.ts'

/** How emails leave, by whichever process sends them; null where none does. */
export function emailDelivery(smtpUrl: URL | null, outboxPath: string, processes: Processes) {
  const way = { place: smtpUrl === null ? outboxPath : smtpUrl.host, toOutbox: smtpUrl === null }
  return async (): Promise<EmailDelivery | null> => {
    const senders = (await processes.list()).filter(({ role }) => role !== 'web')
    const failure = senders.find(({ emailFailure }) => emailFailure !== null)?.emailFailure ?? null
    return senders.length === 0 ? null : { ...way, lastFailure: () => failure }
  }
}
