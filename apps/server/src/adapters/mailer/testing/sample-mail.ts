import type { Mail } from '../../../ports/emails.ts'

export const SENDER = { name: 'Kerf', address: 'kerf@kerf.example' }
export const SECRET = 'a-token-that-nobody-may-read'

export function sampleMail(change: Partial<Mail> = {}): Mail {
  return {
    to: { name: 'Anna', address: 'anna@example.org' },
    subject: 'Setze ein neues Passwort: Größe',
    text: `Follow https://kerf.example/reset-password?token=${SECRET}\n`,
    html: `<p>Follow <a href="https://kerf.example/reset-password?token=${SECRET}">this</a></p>`,
    ...change,
  }
}
