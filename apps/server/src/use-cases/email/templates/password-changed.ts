import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { button, type Email, words } from './email.ts'
import { salutation } from './salutation.ts'

export function passwordChanged(language: Language, { name, url }: { name: string; url: string }): Email {
  return EMAILS[language](salutation(language, name), url)
}

const EMAILS: Readonly<Record<Language, (hello: string, url: string) => Email>> = {
  en: (hello, url) => ({
    subject: 'Your password was changed',
    parts: [
      words(hello),
      words(
        `The password of your account at ${PRODUCT_NAME} was changed. If this was you, you do not need to do anything.`,
      ),
      words('If this was not you, set a new password now. This also signs out everyone else.'),
      button('Set a new password', url),
    ],
  }),
  de: (hello, url) => ({
    subject: 'Dein Passwort wurde geändert',
    parts: [
      words(hello),
      words(`das Passwort deines Kontos bei ${PRODUCT_NAME} wurde geändert. Wenn du das warst, ist alles in Ordnung.`),
      words('Wenn nicht, setze jetzt ein neues. Das meldet auch alle anderen ab.'),
      button('Neues Passwort anfordern', url),
    ],
  }),
}
