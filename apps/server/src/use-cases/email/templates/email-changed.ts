import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { button, type Email, words } from './email.ts'
import { salutation } from './salutation.ts'

/** To the former mailbox. The new address is nobody's business there. */
export function emailChanged(language: Language, { name, url }: { name: string; url: string }): Email {
  return EMAILS[language](salutation(language, name), url)
}

const EMAILS: Readonly<Record<Language, (hello: string, url: string) => Email>> = {
  en: (hello, url) => ({
    subject: 'Your email was changed',
    parts: [
      words(hello),
      words(
        `The email of your account at ${PRODUCT_NAME} has been changed. You will not get any more emails about it at this address.`,
      ),
      words('If this was not you, write to the people who run this server immediately.'),
      button('Contact us', url),
    ],
  }),
  de: (hello, url) => ({
    subject: 'Deine E-Mail-Adresse wurde geändert',
    parts: [
      words(hello),
      words(
        `dein Konto bei ${PRODUCT_NAME} hat jetzt eine andere E-Mail-Adresse. An diese Adresse schicken wir keine E-Mails mehr dazu.`,
      ),
      words('Wenn du das nicht warst, schreib sofort den Betreibern dieses Servers.'),
      button('Nachricht schreiben', url),
    ],
  }),
}
