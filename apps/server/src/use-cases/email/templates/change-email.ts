import { CHANGE_EMAIL_TOKEN_SECONDS } from '@kerf/domain/access/token-lives'
import type { Language } from '@kerf/domain/site/language'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { durationWords } from './amounts-and-dates.ts'
import { button, type Email, words } from './email.ts'

/** To the new mailbox: nobody has shown yet that it is theirs, so it is told nothing about the account. */
export function changeEmail(language: Language, { url }: { url: string }): Email {
  return EMAILS[language](url, durationWords(CHANGE_EMAIL_TOKEN_SECONDS, language))
}

const EMAILS: Readonly<Record<Language, (url: string, life: string) => Email>> = {
  en: (url, life) => ({
    subject: 'Confirm your new email',
    parts: [
      words(`This email is to become that of an account at ${PRODUCT_NAME}. Confirm it, and it will.`),
      button('Confirm new email', url),
      words(`The link works once, for ${life}. Until then the former email stays.`),
      words('If you did not ask for this, you need not do anything.'),
    ],
  }),
  de: (url, life) => ({
    subject: 'Bestätige deine neue E-Mail-Adresse',
    parts: [
      words(`Diese E-Mail-Adresse soll die eines Kontos bei ${PRODUCT_NAME} werden. Bestätige sie, dann ist sie es.`),
      button('Neue E-Mail-Adresse bestätigen', url),
      words(`Der Link gilt einmal, ${life} lang. Bis dahin bleibt die bisherige Adresse.`),
      words('Wenn du das nicht wolltest, musst du nichts tun.'),
    ],
  }),
}
