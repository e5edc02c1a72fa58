import { describe, expect, it } from 'vitest'
import type { WaitingEmails } from '../../ports/emails.ts'
import type { EmailDelivery } from '../shared/deps.ts'
import { checkEmail } from './report-admin-health.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const NONE: WaitingEmails = { waiting: 0, tried: 0, oldestAt: null, givenUp: 0 }
const SERVER: EmailDelivery = { place: 'mail.example:587', toOutbox: false, lastFailure: null }
const OUTBOX: EmailDelivery = { place: '/data/outbox', toOutbox: true, lastFailure: null }

const mailWith = (change: Partial<WaitingEmails>, way: EmailDelivery | null = SERVER) =>
  checkEmail({
    mailWorker: { emails: async () => ({ ...NONE, ...change }) },
    emailDelivery: async () => way,
    clock: { now: () => NOW },
  })

describe('mail', () => {
  it('is well when emails leave, and says what to set when they become files that reach nobody', async () => {
    expect(await mailWith({})).toMatchObject({
      state: 'ok',
      message: 'Emails are sent by the mail server mail.example:587.',
    })
    expect((await mailWith({ waiting: 2, oldestAt: ago(1) })).state).toBe('ok')
    expect(await mailWith({}, OUTBOX)).toMatchObject({
      state: 'off',
      message: 'Emails are written as files to /data/outbox and not sent to anyone. Set SMTP_URL to send them.',
    })
  })

  it('is in trouble while an email has to be tried again, for the reason that the mail server gave', async () => {
    const way = { ...SERVER, lastFailure: 'The email could not be handed over: EAUTH: 535 no.' }
    expect(await mailWith({ waiting: 1, tried: 1, oldestAt: ago(2) }, way)).toMatchObject({
      state: 'degraded',
      message:
        '1 email was not accepted by the mail server yet and will be tried again: The email could not be handed over: EAUTH: 535 no. ' +
        'Emails are sent by the mail server mail.example:587. Check SMTP_URL and MAIL_FROM, and search the log for "email not sent yet".',
    })
  })

  it('fails when emails wait for long, or are given up', async () => {
    const waiting = await mailWith({ waiting: 4, tried: 4, oldestAt: ago(11) })
    expect(waiting.state).toBe('failing')
    expect(waiting.message).toMatch(/^4 emails were waiting, the oldest for more than ten minutes\. Emails are sent by/)
    const lost = await mailWith({ givenUp: 3, waiting: 1, oldestAt: ago(1) })
    expect(lost.state).toBe('failing')
    expect(lost.message).toMatch(/^3 emails were given up on in the last hour, 1 still waiting\./)
  })

  it('that cannot even become files says where to look', async () => {
    const check = await mailWith({ waiting: 1, tried: 1, oldestAt: ago(1) }, OUTBOX)
    expect(check.state).toBe('degraded')
    expect(check.message).toContain('Check that DATA_DIR is writable')
  })

  it('is not known before it is started, nor while the queue is silent', async () => {
    expect((await mailWith({}, null)).state).toBe('degraded')
    const deps = { emailDelivery: async () => SERVER, clock: { now: () => NOW } }
    const silent = await checkEmail({ ...deps, mailWorker: { emails: () => Promise.reject(new Error('gone')) } })
    expect(silent.state).toBe('failing')
  })
})
