import type { Language } from '@kerf/domain/site/language'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
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
      words(`Your account at ${PRODUCT_NAME} has another email now. This mailbox gets no more emails about it.`),
      words('If you did not do that, write to the people behind this server at once.'),
      button('Write to them', url),
    ],
  }),
  de: (hello, url) => ({
    subject: 'Deine E-Mail-Adresse wurde geändert',
    parts: [
      words(hello),
      words(
        `dein Konto bei ${PRODUCT_NAME} hat jetzt eine andere E-Mail-Adresse. An dieses Postfach geht nichts mehr dazu.`,
      ),
      words('Wenn du das nicht warst, schreib gleich denen, die diesen Server betreiben.'),
      button('Nachricht schreiben', url),
    ],
  }),
}
