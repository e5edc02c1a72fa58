import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { type Email, words } from './email.ts'

/** To the operator: somebody reads the newsletter from now on. */
export function newsletterSubscribed(language: Language, { email }: { email: string }): Email {
  return EMAILS[language](email)
}

const EMAILS: Readonly<Record<Language, (email: string) => Email>> = {
  en: (email) => ({
    subject: `${PRODUCT_NAME}: new newsletter subscriber`,
    parts: [
      words(`${email} has subscribed to the newsletter and confirmed it.`),
      words('You can see all subscribers in the admin panel.'),
    ],
  }),
  de: (email) => ({
    subject: `${PRODUCT_NAME}: neuer Newsletter-Abonnent`,
    parts: [
      words(`${email} hat den Newsletter abonniert und das bestätigt.`),
      words('Alle Abonnenten stehen im Adminbereich.'),
    ],
  }),
}
