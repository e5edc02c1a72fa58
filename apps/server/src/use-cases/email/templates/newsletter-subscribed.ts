import type { Language } from '@kerf/domain/site/language'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { type Email, words } from './email.ts'

/** To the operator: somebody reads the newsletter from now on. */
export function newsletterSubscribed(language: Language, { email }: { email: string }): Email {
  return EMAILS[language](email)
}

const EMAILS: Readonly<Record<Language, (email: string) => Email>> = {
  en: (email) => ({
    subject: `${PRODUCT_NAME}: a new reader of the newsletter`,
    parts: [
      words(`${email} has asked for the newsletter and confirmed it.`),
      words('All readers are in the admin panel.'),
    ],
  }),
  de: (email) => ({
    subject: `${PRODUCT_NAME}: jemand liest jetzt den Newsletter`,
    parts: [
      words(`${email} hat den Newsletter bestellt und das bestätigt.`),
      words('Alle Leser stehen im Adminbereich.'),
    ],
  }),
}
