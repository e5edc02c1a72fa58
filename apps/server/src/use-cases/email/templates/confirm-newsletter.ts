import { NEWSLETTER_TOKEN_SECONDS } from '@kerf/domain/access/token-lives'
import type { Language } from '@kerf/domain/site/language'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { durationWords } from './amounts-and-dates.ts'
import { button, type Email, link, words } from './email.ts'

export interface ConfirmNewsletter {
  url: string
  /** Forgets the email at once. */
  endUrl: string
}

export function confirmNewsletter(language: Language, given: ConfirmNewsletter): Email {
  return EMAILS[language]({ ...given, life: durationWords(NEWSLETTER_TOKEN_SECONDS, language) })
}

const EMAILS: Readonly<Record<Language, (given: ConfirmNewsletter & { life: string }) => Email>> = {
  en: ({ url, endUrl, life }) => ({
    subject: 'Confirm the newsletter',
    parts: [
      words(`This email was entered for news from ${PRODUCT_NAME}. Confirm that you want them.`),
      button('Confirm newsletter', url),
      words(`The link works once, for ${life}. Without it, nothing more is sent to you.`),
      link('If you did not ask for this, you need not do anything. To have the email forgotten now:', endUrl),
    ],
  }),
  de: ({ url, endUrl, life }) => ({
    subject: 'Bestätige den Newsletter',
    parts: [
      words(`Diese E-Mail-Adresse wurde für Neues von ${PRODUCT_NAME} eingetragen. Bestätige, dass du es willst.`),
      button('Newsletter bestätigen', url),
      words(`Der Link gilt einmal, ${life} lang. Ohne ihn wird dir nichts weiter geschickt.`),
      link('Wenn du das nicht wolltest, musst du nichts tun. Damit die Adresse gleich vergessen wird:', endUrl),
    ],
  }),
}
