import { CHANGE_EMAIL_TOKEN_SECONDS } from '@kerf/domain/access/token-lives'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
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
      words(`Somebody wants to use this email for an account at ${PRODUCT_NAME}. If that was you, confirm it here.`),
      button('Confirm new email', url),
      words(`The link works once and is valid for ${life}. Until you confirm, the current email stays.`),
      words('If you did not ask for this, you do not need to do anything.'),
    ],
  }),
  de: (url, life) => ({
    subject: 'Bestätige deine neue E-Mail-Adresse',
    parts: [
      words(
        `Jemand möchte diese E-Mail-Adresse für ein Konto bei ${PRODUCT_NAME} verwenden. Wenn du das warst, bestätige sie hier.`,
      ),
      button('Neue E-Mail-Adresse bestätigen', url),
      words(`Der Link gilt einmal, ${life} lang. Bis du sie bestätigst, bleibt die bisherige Adresse.`),
      words('Wenn du das nicht warst, musst du nichts tun.'),
    ],
  }),
}
