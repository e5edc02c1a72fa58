import { describe, expect, it } from 'vitest'
import type { WaitingEmails } from '../../ports/emails.ts'
import type { EmailDelivery } from '../shared/deps.ts'
import { checkEmail } from './report-admin-health.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const NO_EMAILS: WaitingEmails = { waiting: 0, tried: 0, oldestAt: null, givenUp: 0 }
const SERVER_DELIVERY: EmailDelivery = { place: 'mail.example:587', toOutbox: false, lastFailure: null }
const OUTBOX_DELIVERY: EmailDelivery = { place: '/data/outbox', toOutbox: true, lastFailure: null }

const checkEmailWith = (change: Partial<WaitingEmails>, delivery: EmailDelivery | null = SERVER_DELIVERY) =>
  checkEmail({
    mailWorker: { emails: async () => ({ ...NO_EMAILS, ...change }) },
    emailDelivery: async () => delivery,
    clock: { now: () => NOW },
  })

describe('mail', () => {
  it('is healthy if emails are sent, and says what to set if they only become files', async () => {
    expect(await checkEmailWith({})).toMatchObject({
      state: 'ok',
      message: 'Emails are sent by the mail server mail.example:587.',
    })
    expect((await checkEmailWith({ waiting: 2, oldestAt: minutesAgo(1) })).state).toBe('ok')
    expect(await checkEmailWith({}, OUTBOX_DELIVERY)).toMatchObject({
      state: 'off',
      message: 'Emails are written as files to /data/outbox and not sent to anyone. Set SMTP_URL to send them.',
    })
  })

  it('is degraded while an email is retried, with the reason of the mail server', async () => {
    const failingDelivery = { ...SERVER_DELIVERY, lastFailure: 'The email could not be handed over: EAUTH: 535 no.' }
    expect(await checkEmailWith({ waiting: 1, tried: 1, oldestAt: minutesAgo(2) }, failingDelivery)).toMatchObject({
      state: 'degraded',
      message:
        '1 email was not accepted by the mail server yet and will be tried again: The email could not be handed over: EAUTH: 535 no. ' +
        'Emails are sent by the mail server mail.example:587. Check SMTP_URL and MAIL_FROM, and search the log for "email not sent yet".',
    })
  })

  it('fails if emails wait long or are abandoned', async () => {
    const waitingCheck = await checkEmailWith({ waiting: 4, tried: 4, oldestAt: minutesAgo(11) })
    expect(waitingCheck.state).toBe('failing')
    expect(waitingCheck.message).toMatch(
      /^4 emails were waiting, the oldest for more than ten minutes\. Emails are sent by/,
    )
    const lostCheck = await checkEmailWith({ givenUp: 3, waiting: 1, oldestAt: minutesAgo(1) })
    expect(lostCheck.state).toBe('failing')
    expect(lostCheck.message).toMatch(/^3 emails were given up on in the last hour, 1 still waiting\./)
  })

  it('says where to look if emails cannot even become files', async () => {
    const check = await checkEmailWith({ waiting: 1, tried: 1, oldestAt: minutesAgo(1) }, OUTBOX_DELIVERY)
    expect(check.state).toBe('degraded')
    expect(check.message).toContain('Check that DATA_DIR is writable')
  })

  it('is degraded before it starts, and fails while the queue does not respond', async () => {
    expect((await checkEmailWith({}, null)).state).toBe('degraded')
    const deps = { emailDelivery: async () => SERVER_DELIVERY, clock: { now: () => NOW } }
    const silentCheck = await checkEmail({ ...deps, mailWorker: { emails: () => Promise.reject(new Error('gone')) } })
    expect(silentCheck.state).toBe('failing')
  })
})
