import { readFile } from 'node:fs/promises'
import { openMailer } from '../adapters/mailer/open-mailer.ts'
import type { Mail, Mailer } from '../ports/emails.ts'
import { NO_METRICS } from '../ports/metrics.ts'
import { NO_TRACING, runInSpan } from '../ports/tracing.ts'
import { sendEmail } from '../use-cases/email/write-email.ts'
import type { Dependencies } from './open-dependencies.ts'

type StartMailsDeps = Pick<
  Dependencies,
  'settings' | 'directory' | 'database' | 'accounts' | 'processReport' | 'log' | 'resources'
> &
  Partial<Pick<Dependencies, 'metricsRecorder' | 'tracing'>> & {
    /** Address of this server. Emails link to it if PUBLIC_URL is not set. */
    listensAt: string
  }

/** Starts to send the emails in the queue. */
export async function startMails(deps: StartMailsDeps): Promise<void> {
  const { settings, directory, database, accounts, listensAt, processReport, log, resources } = deps
  const { metricsRecorder = NO_METRICS, tracing = NO_TRACING } = deps
  const { smtpUrl, mailFrom, adminEmail, extraCaFile } = settings
  const mailer = await openMailer({
    smtpUrl,
    from: mailFrom,
    outboxFolder: directory.outboxPath,
    extraCaPem: extraCaFile ? await readFile(extraCaFile, 'utf8') : undefined,
    now: () => new Date(),
    onWritten: (path) => log.info({ path }, 'email written to the outbox'),
    onError: (error) => log.error({ err: error }, 'trouble with the outbox'),
  })
  resources.defer(() => mailer.close())

  async function send(mail: Mail): ReturnType<Mailer['send']> {
    try {
      const delivery = await mailer.send(mail)
      processReport.emailFailure = null
      metricsRecorder.emailEnded(delivery.ok ? 'sent' : 'refused')
      return delivery
    } catch (error) {
      processReport.emailFailure = (error as Error).message
      metricsRecorder.emailEnded('failed')
      throw error
    }
  }

  const publicUrl = settings.publicUrl ?? new URL(listensAt)
  const operatorAddress = adminEmail ?? mailFrom.address
  const emailDeps = { database, accounts, mailer: { ...mailer, send }, publicUrl, operatorAddress, log }
  await database.mailWorker.start((order) =>
    runInSpan(tracing, 'email', { kind: 'consumer', attributes: { 'kerf.email': order.kind } }, () =>
      sendEmail(emailDeps, order),
    ),
  )
  resources.defer(() => database.mailWorker.stop())
  log.info({ delivery: mailer.describe() }, 'email delivery is ready')
  if (smtpUrl && !settings.publicUrl)
    log.warn({ leadTo: publicUrl.origin }, 'PUBLIC_URL is not set: links in emails lead to where the server listens')
}
