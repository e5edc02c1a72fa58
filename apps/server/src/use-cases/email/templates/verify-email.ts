import { VERIFY_EMAIL_TOKEN_SECONDS } from '@kerf/domain/access/token-lives'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { durationWords } from './amounts-and-dates.ts'
import { button, type Email, words } from './email.ts'

/** Nobody has shown yet that the mailbox is theirs, so nothing in it comes from whoever opened the account. */
export function verifyEmail(language: Language, { url }: { url: string }): Email {
  const life = durationWords(VERIFY_EMAIL_TOKEN_SECONDS, language)
  return EMAILS[language](url, life)
}

const EMAILS: Readonly<Record<Language, (url: string, life: string) => Email>> = {
  en: (url, life) => ({
    subject: 'Confirm your email',
    parts: [
      words(`Somebody created an account at ${PRODUCT_NAME} with this email. If that was you, confirm it here.`),
      button('Confirm email', url),
      words(`The link works once and is valid for ${life}.`),
      words('If you did not create an account, you do not need to do anything.'),
    ],
  }),
  de: (url, life) => ({
    subject: 'Bestätige deine E-Mail-Adresse',
    parts: [
      words(`Mit dieser E-Mail-Adresse wurde ein Konto bei ${PRODUCT_NAME} angelegt. Bestätige, dass sie dir gehört.`),
      button('E-Mail-Adresse bestätigen', url),
      words(`Der Link gilt einmal, ${life} lang.`),
      words('Wenn du kein Konto angelegt hast, musst du nichts tun.'),
    ],
  }),
}
