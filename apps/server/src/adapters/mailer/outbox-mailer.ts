import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import type { Mailer } from '../../ports/emails.ts'
import { CLOSED_TRANSPORT_OPTIONS, composeMessage, type MailAddress } from './compose-message.ts'

export interface OutboxMailerOptions {
  folder: string
  from: MailAddress
  now: () => Date
  /** Called with the path of each written email. */
  onWritten: (path: string) => void
}

/** Writes each email as an .eml file into a folder, for installations without a mail server. */
export function createOutboxMailer({ folder, from, now, onWritten }: OutboxMailerOptions): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...CLOSED_TRANSPORT_OPTIONS,
  })
  let emailCount = 0

  return {
    async send(mail) {
      const message = composeMessage(mail, from)
      if (!message) return { ok: false, reason: 'its recipient is not an address' }
      const { message: content } = await transport.sendMail(message)
      emailCount += 1
      const path = join(folder, fileName(now(), emailCount))
      await writeAtomically(path, content as Buffer)
      onWritten(path)
      return { ok: true }
    },
    forget: (email) => forgetMailbox(folder, email),
    describe: () => `as files in ${folder}`,
    close: async () => transport.close(),
  }
}

/** A file name that sorts by time and then by count. Its random part makes it unguessable. */
function fileName(at: Date, count: number): string {
  const time = at.toISOString().replaceAll(':', '-')
  return `${time}-${String(count).padStart(6, '0')}-${randomBytes(6).toString('hex')}.eml`
}

/** Writes a file so that it is complete or absent. */
async function writeAtomically(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.draft`
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Deletes the emails in the folder whose headers name this mailbox, for example as recipient or reply address. */
async function forgetMailbox(folder: string, email: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!EMAIL_FILE_NAME_PATTERN.test(name)) continue
    const path = join(folder, name)
    const message = await readFile(path, 'utf8').catch(() => '')
    const [headers = ''] = message.split('\r\n\r\n', 1)
    // Whole words are compared, because `joann@b.org` ends with `ann@b.org`.
    const words = headers.toLowerCase().split(/[\s<>,]+/)
    if (words.includes(email.toLowerCase())) await rm(path, { force: true })
  }
}

/** Number of days after which emails are deleted, because they are personal data. */
export const OUTBOX_DAYS = 7
const EMAIL_FILE_NAME_PATTERN = /\.eml(\.draft)?$/

/** Deletes emails older than OUTBOX_DAYS, and no other files. Returns their number. */
export async function sweepOutbox(folder: string, now: Date): Promise<number> {
  const oldestMilliseconds = now.getTime() - OUTBOX_DAYS * DAY_MILLISECONDS
  let deletedEmails = 0
  for (const name of await readdir(folder)) {
    if (!EMAIL_FILE_NAME_PATTERN.test(name)) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (!stats?.isFile() || stats.mtimeMs >= oldestMilliseconds) continue
    await rm(path, { force: true })
    deletedEmails += 1
  }
  return deletedEmails
}
