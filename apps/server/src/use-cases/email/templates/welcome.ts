import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { button, type Email, words } from './email.ts'
import { salutation } from './salutation.ts'

/** After the email was confirmed. */
export function welcome(language: Language, { name, url }: { name: string; url: string }): Email {
  return EMAILS[language](salutation(language, name), url)
}

const EMAILS: Readonly<Record<Language, (hello: string, url: string) => Email>> = {
  en: (hello, url) => ({
    subject: `Welcome to ${PRODUCT_NAME}`,
    parts: [
      words(hello),
      words('Your email is confirmed. Paste a link, choose start and end, and download exactly that part.'),
      button('Cut a video', url),
      words('Your downloads and your plan are in your account, on every device.'),
    ],
  }),
  de: (hello, url) => ({
    subject: `Willkommen bei ${PRODUCT_NAME}`,
    parts: [
      words(hello),
      words(
        'deine E-Mail-Adresse ist bestätigt. Füge einen Link ein, wähle Anfang und Ende und lade genau diesen Teil herunter.',
      ),
      button('Video schneiden', url),
      words('Deine Downloads und deinen Tarif findest du in deinem Konto, auf jedem Gerät.'),
    ],
  }),
}
