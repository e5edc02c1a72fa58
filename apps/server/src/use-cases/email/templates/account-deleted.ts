import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { type Email, link, words } from './email.ts'
import { salutation } from './salutation.ts'

export function accountDeleted(language: Language, { name, url }: { name: string; url: string }): Email {
  return EMAILS[language](salutation(language, name), url)
}

const EMAILS: Readonly<Record<Language, (hello: string, url: string) => Email>> = {
  en: (hello, url) => ({
    subject: 'Your account has been deleted',
    parts: [
      words(hello),
      words(`Your account at ${PRODUCT_NAME} has been deleted, with its videos and downloads. It cannot be restored.`),
      words('This is the last email about it.'),
      link('If this was not you, write to the people who run this server:', url),
    ],
  }),
  de: (hello, url) => ({
    subject: 'Dein Konto wurde gelöscht',
    parts: [
      words(hello),
      words(
        `dein Konto bei ${PRODUCT_NAME} wurde gelöscht, mit seinen Videos und Downloads. Es lässt sich nicht wiederherstellen.`,
      ),
      words('Das ist die letzte E-Mail dazu.'),
      link('Wenn du das nicht warst, schreib den Betreibern dieses Servers:', url),
    ],
  }),
}
