import { RESET_TOKEN_SECONDS } from '@kerf/domain/access/token-lives'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { durationWords } from './amounts-and-dates.ts'
import { button, type Email, facts, words } from './email.ts'

export interface ResetPassword {
  url: string
  /** For whoever reads the email on another device than the one they sign in on. */
  token: string
}

export function resetPassword(language: Language, given: ResetPassword): Email {
  return EMAILS[language]({ ...given, life: durationWords(RESET_TOKEN_SECONDS, language) })
}

const EMAILS: Readonly<Record<Language, (given: ResetPassword & { life: string }) => Email>> = {
  en: ({ url, token, life }) => ({
    subject: 'Set a new password',
    parts: [
      words(`Somebody requested a new password for your account at ${PRODUCT_NAME}. If that was you, set it here.`),
      button('Set new password', url),
      facts(['Or enter this reset token', token]),
      words(
        `The link and the token work once and are valid for ${life}. A new password signs you out on all your devices.`,
      ),
      words('If this was not you, you do not need to do anything. Your password stays the same.'),
    ],
  }),
  de: ({ url, token, life }) => ({
    subject: 'Setze ein neues Passwort',
    parts: [
      words(
        `Für dein Konto bei ${PRODUCT_NAME} wurde ein neues Passwort angefordert. Wenn du das warst, setze es hier.`,
      ),
      button('Neues Passwort setzen', url),
      facts(['Oder gib diesen Code ein', token]),
      words(`Link und Code gelten einmal, ${life} lang. Ein neues Passwort meldet dich auf allen Geräten ab.`),
      words('Wenn du es nicht warst, musst du nichts tun. Dein Passwort bleibt unverändert.'),
    ],
  }),
}
