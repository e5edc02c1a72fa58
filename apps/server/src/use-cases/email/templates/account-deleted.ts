import type { Language } from '@kerf/domain/site/language'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { type Email, link, words } from './email.ts'
import { salutation } from './salutation.ts'

export function accountDeleted(language: Language, { name, url }: { name: string; url: string }): Email {
  return EMAILS[language](salutation(language, name), url)
}

const EMAILS: Readonly<Record<Language, (hello: string, url: string) => Email>> = {
  en: (hello, url) => ({
    subject: 'Your account is deleted',
    parts: [
      words(hello),
      words(`Your account at ${PRODUCT_NAME} is deleted, with its videos and downloads. It cannot be brought back.`),
      words('This is the last email about it.'),
      link('If you did not do that, write to the people behind this server:', url),
    ],
  }),
  de: (hello, url) => ({
    subject: 'Dein Konto ist gelöscht',
    parts: [
      words(hello),
      words(
        `dein Konto bei ${PRODUCT_NAME} ist gelöscht, mit seinen Videos und Downloads. Es lässt sich nicht wiederherstellen.`,
      ),
      words('Das ist die letzte Mail dazu.'),
      link('Wenn du das nicht warst, schreib denen, die diesen Server betreiben:', url),
    ],
  }),
}
