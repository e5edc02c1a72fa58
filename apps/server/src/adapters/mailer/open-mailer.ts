import type { Mailer } from '../../ports/emails.ts'
import type { MailAddress } from './compose-message.ts'
import { createOutboxMailer, sweepOutbox } from './outbox-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const SWEEP_INTERVAL_MILLISECONDS = 3_600_000

export interface MailerSettings {
  smtpUrl: URL | null
  from: MailAddress
  outboxFolder: string
  extraCaPem?: string | undefined
  now: () => Date
  onWritten: (path: string) => void
  onError: (error: unknown) => void
}

/** Opens the mailer of the settings. Sweeps the outbox every hour, with SMTP too. */
export async function openMailer(settings: MailerSettings): Promise<Mailer> {
  const { smtpUrl, outboxFolder, now, onError } = settings
  const mailer = smtpUrl
    ? createSmtpMailer({ ...settings, url: smtpUrl })
    : createOutboxMailer({ ...settings, folder: outboxFolder })
  const sweep = () => sweepOutbox(outboxFolder, now()).catch(onError)
  await sweep()
  const timer = setInterval(sweep, SWEEP_INTERVAL_MILLISECONDS)
  timer.unref()
  return {
    ...mailer,
    async close() {
      clearInterval(timer)
      await mailer.close()
    },
  }
}
