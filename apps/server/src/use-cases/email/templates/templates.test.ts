import { LANGUAGES, type Language } from '@kerf/messages/languages'
import { describe, expect, it } from 'vitest'
import type { Email } from './email.ts'
import * as emails from './emails.ts'
import { renderHtml, renderText } from './render-email.ts'

const HOME_URL = 'https://kerf.example'
const EMAIL_URL = `${HOME_URL}/somewhere?token=abc&lang=de`
const END_URL = `${HOME_URL}/end-newsletter?token=def`
const NAME = 'Anna <script>'
/** A reported link, which emails show as text and never as a link. */
const REPORTED_LINK = 'https://youtu.be/dQw4w9WgXcQ'
const EMAIL_TIME = new Date('2026-11-21T06:08:00Z')
const RECEIPT = {
  name: NAME,
  plan: 'pro-yearly' as const,
  amountCents: 19900,
  paidAt: EMAIL_TIME,
  startsAt: EMAIL_TIME,
  endsAt: new Date('2027-01-21T06:08:00Z'),
  receiptNumber: 'KERF-2026-000007',
  orderId: 'ORDER-1',
  url: EMAIL_URL,
}

const EMAILS: Readonly<Record<string, (language: Language) => Email>> = {
  verifyEmail: (language) => emails.verificationEmail(language, { url: EMAIL_URL }),
  welcome: (language) => emails.welcomeEmail(language, { name: NAME, url: EMAIL_URL }),
  resetPassword: (language) => emails.passwordResetEmail(language, { url: EMAIL_URL, token: 'abc' }),
  passwordChanged: (language) => emails.passwordChangedEmail(language, { name: NAME, url: EMAIL_URL }),
  changeEmail: (language) => emails.addressChangeEmail(language, { url: EMAIL_URL }),
  emailChanged: (language) => emails.addressChangedEmail(language, { name: NAME, url: EMAIL_URL }),
  accountDeleted: (language) => emails.accountDeletedEmail(language, { name: NAME, url: EMAIL_URL }),
  paymentReceipt: (language) => emails.paymentReceiptEmail(language, RECEIPT),
  planRefunded: (language) => emails.planRefundedEmail(language, RECEIPT),
  accessAdded: (language) =>
    emails.accessAddedEmail(language, { name: NAME, access: { kind: 'key', name: 'Editor' }, url: EMAIL_URL }),
  webhookOff: (language) => emails.webhookOffEmail(language, { name: NAME, host: 'hooks.example', url: EMAIL_URL }),
  planEnds: (language) =>
    emails.planEndsEmail(language, { name: NAME, plan: 'pro-yearly', endsAt: EMAIL_TIME, url: EMAIL_URL }),
  confirmNewsletter: (language) => emails.newsletterConfirmationEmail(language, { url: EMAIL_URL, endUrl: END_URL }),
  newsletterIssue: (language) =>
    emails.newsletterEmail(language, { subject: 'News', message: `${NAME} cuts.\n\nFaster.`, endUrl: EMAIL_URL }),
  newsletterSubscribed: (language) => emails.newsletterSubscribedEmail(language, { email: 'anna@example.org' }),
  contactMessage: (language) =>
    emails.contactMessageEmail(language, {
      name: NAME,
      email: 'anna@example.org',
      subject: 'A <b>question</b>',
      message: 'Line one\r\nline two\u2028<img src=x onerror=alert(1)>',
      createdAt: EMAIL_TIME,
    }),
  takedownNotice: (language) =>
    emails.takedownNoticeEmail(language, {
      reference: 'N-2026-0042',
      name: NAME,
      email: 'anna@example.org',
      address: 'Main Street 1\n12345 <b>Town</b>',
      phone: '+1 555 0100',
      signature: NAME,
      work: 'A video\n<img src=x onerror=alert(1)>',
      links: [REPORTED_LINK],
      createdAt: EMAIL_TIME,
    }),
}

/** Emails to the operator, which contain no link. */
const EMAILS_WITHOUT_LINK = ['contactMessage', 'newsletterSubscribed', 'takedownNotice']

describe.each(Object.entries(EMAILS))('the email %s', (kind, write) => {
  it.each(LANGUAGES)('has the same content as text and as HTML, in %s', (language) => {
    const message = write(language)
    const text = renderText(message, HOME_URL)
    const html = renderHtml(message, language, HOME_URL)
    expect(html).toContain(`<html lang="${language}">`)
    for (const part of message.parts) {
      if (part.kind === 'words') {
        expect(text).toContain(part.text)
        expect(html).toContain(part.text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
      }
    }
    if (!EMAILS_WITHOUT_LINK.includes(kind)) {
      expect(text).toContain(`\n${EMAIL_URL}\n`)
      expect(html).toContain(`href="${EMAIL_URL.replace('&', '&amp;')}"`)
    }
    expect(text).not.toMatch(/undefined|null|NaN|\[object|Invalid|!/)
  })

  it('escapes HTML in all values, and fetches nothing', () => {
    const html = renderHtml(write('en'), 'en', HOME_URL)
    expect(html).not.toMatch(/<script|<img|<b>|<link|<iframe|url\(|<[^>]*\ssrc=|@import/i)
    expect(html).not.toContain(`href="${REPORTED_LINK}`)
    expect(html.match(/https?:\/\/[^\s"<&]+/g)?.every((url) => url.startsWith(HOME_URL) || url === REPORTED_LINK)).toBe(
      true,
    )
  })
})

describe('an email', () => {
  it('states how long its link works, and has the code of a reset separately', () => {
    expect(renderText(emails.verificationEmail('en', { url: EMAIL_URL }), HOME_URL)).toContain(
      'once and is valid for 3 days.',
    )
    expect(renderText(emails.verificationEmail('de', { url: EMAIL_URL }), HOME_URL)).toContain('einmal, 3 Tage lang.')
    expect(renderText(emails.addressChangeEmail('en', { url: EMAIL_URL }), HOME_URL)).toContain('for 1 day.')
    expect(renderText(emails.passwordResetEmail('en', { url: EMAIL_URL, token: 'a' }), HOME_URL)).toContain(
      'for 1 hour.',
    )
    expect(renderText(emails.passwordResetEmail('de', { url: EMAIL_URL, token: 'a' }), HOME_URL)).toContain(
      'einmal, 1 Stunde lang.',
    )
    const message = emails.passwordResetEmail('en', { url: EMAIL_URL, token: 'the-code' })
    expect(renderText(message, HOME_URL)).toContain('Or enter this reset token: the-code')
    expect(renderHtml(message, 'en', HOME_URL)).toContain('>the-code<')
  })

  it('lists a payment with numbers in the format of its language', () => {
    const receiptText = (plan: 'pro-monthly' | 'lifetime', language: Language, startsAt = EMAIL_TIME) =>
      renderText(
        emails.paymentReceiptEmail(language, {
          ...RECEIPT,
          plan,
          startsAt,
          endsAt: plan === 'lifetime' ? null : RECEIPT.endsAt,
        }),
        HOME_URL,
      )
    expect(receiptText('pro-monthly', 'en')).toMatch(
      /does not renew automatically\..*\n\n.*Plan: Pro, one month\nRuns until: January 21, 2027\nAmount: \$199\.00\nPaid: November 21, 2026 at 6:08\sAM UTC\nReceipt: KERF-2026-000007\nOrder: ORDER-1/,
    )
    expect(receiptText('lifetime', 'de')).toMatch(
      /Tarif: Lifetime Access, für immer\nBetrag: 199,00\s\$\nBezahlt: 21\. November 2026 um 06:08 UTC\nQuittung: KERF-2026-000007\nBestellung: ORDER-1/,
    )
    const extensionStart = new Date('2026-12-21T06:08:00Z')
    expect(receiptText('pro-monthly', 'en', extensionStart)).toContain('It extends your Pro from December 21, 2026.')
    expect(receiptText('pro-monthly', 'de', extensionStart)).toMatch(
      /Sie verlängert Pro ab dem 21\. Dezember 2026\.[\s\S]*Läuft bis: 21\. Januar 2027/,
    )
  })

  it('marks every line that a visitor wrote', () => {
    const text = renderText(EMAILS.contactMessage?.('en') as Email, HOME_URL)
    expect(text).toContain('> Line one\n> line two\n> <img src=x onerror=alert(1)>\n')
    expect(text).toContain('From: Anna <script> <anna@example.org>')
  })

  it('lets mail programs unsubscribe from the newsletter', () => {
    const message = emails.newsletterConfirmationEmail('en', { url: EMAIL_URL, endUrl: END_URL })
    expect(renderText(message, HOME_URL).indexOf(EMAIL_URL)).toBeLessThan(
      renderText(message, HOME_URL).indexOf(END_URL),
    )
    expect(renderHtml(message, 'en', HOME_URL)).toContain(`href="${END_URL}"`)
  })
})

describe('a salutation', () => {
  const firstLine = (language: Language, name: string) =>
    renderText(emails.welcomeEmail(language, { name, url: EMAIL_URL }), HOME_URL).split('\n')[0]

  it.each(['Anna', 'Anna-Lena Müller', "Seán O'Hara", 'J. R. Smith', '李小龍', 'Anna & Bert'])('names %s', (name) => {
    expect(firstLine('en', name)).toBe(`Hello ${name},`)
    expect(firstLine('de', name)).toBe(`Hallo ${name},`)
  })

  it.each([
    '',
    'Win at https://evil.example',
    'evil.example/win',
    'write to eve@evil.example',
    'visit evil.example now',
    'Anna\nYou have won',
    'x'.repeat(61),
  ])('leaves out a name that may be a link: %j', (name) => {
    expect(firstLine('en', name)).toBe('Hello,')
  })
})
