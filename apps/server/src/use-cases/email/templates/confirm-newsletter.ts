import { NEWSLETTER_TOKEN_SECONDS } from '@kerf/domain/access/token-lives'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
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
    subject: 'Confirm your newsletter subscription',
    parts: [
      words(`Somebody entered this email for the ${PRODUCT_NAME} newsletter. If that was you, confirm it here.`),
      button('Confirm newsletter', url),
      words(`The link works once and is valid for ${life}. If you do not open it, we will not email you again.`),
      link(
        'If you did not ask for this, you do not need to do anything. To delete your email from the list now:',
        endUrl,
      ),
    ],
  }),
  de: ({ url, endUrl, life }) => ({
    subject: 'Bestätige den Newsletter',
    parts: [
      words(
        `Jemand hat diese E-Mail-Adresse für den Newsletter von ${PRODUCT_NAME} eingetragen. Wenn du das warst, bestätige sie hier.`,
      ),
      button('Newsletter bestätigen', url),
      words(`Der Link gilt einmal, ${life} lang. Wenn du ihn nicht öffnest, schicken wir dir nichts mehr.`),
      link('Wenn du das nicht warst, musst du nichts tun. Um die Adresse sofort zu löschen:', endUrl),
    ],
  }),
}
