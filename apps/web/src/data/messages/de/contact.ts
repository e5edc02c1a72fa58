import { CHAT_HOURS, CONTACT_LENGTHS, CONTACT_REPLY_HOURS } from '@kerf/domain/people/contact-rules'
import { PRODUCT_NAME } from '@kerf/domain/product'
import type { contactWords as english } from '../en/contact.ts'
import type { Wording } from '../wording.ts'

const { name, subject, message } = CONTACT_LENGTHS

export const contactWords: Wording<typeof english> = {
  lead: 'Schreib denen, die diesen Server betreiben.',
  fields: { name: 'Name', email: 'E-Mail', subject: 'Betreff', message: 'Nachricht' },
  faults: {
    name: {
      too_big: `Der Name darf höchstens ${name.max} Zeichen haben`,
      otherwise: `Der Name muss mindestens ${name.min} Zeichen haben`,
    },
    email: { otherwise: 'Bitte gib eine gültige E-Mail-Adresse ein' },
    subject: {
      too_big: `Der Betreff darf höchstens ${subject.max} Zeichen haben`,
      otherwise: `Der Betreff muss mindestens ${subject.min} Zeichen haben`,
    },
    message: {
      too_big: `Die Nachricht darf höchstens ${message.max} Zeichen haben`,
      otherwise: `Die Nachricht muss mindestens ${message.min} Zeichen haben`,
    },
  },
  send: 'Nachricht senden',
  sending: 'Wird gesendet\u00a0…',
  failed: 'Deine Nachricht konnte nicht gesendet werden',
  sentTitle: 'Nachricht gesendet',
  sent: `Du bekommst innerhalb von ${CONTACT_REPLY_HOURS} Stunden eine Antwort.`,
  otherWays: 'Andere Wege',
  email: {
    title: 'Hilfe per E-Mail',
    text: 'Was du hier schreibst, kommt im Postfach der Betreiber an.',
    reply: `Du bekommst innerhalb von ${CONTACT_REPLY_HOURS} Stunden eine Antwort per E-Mail.`,
  },
  chat: {
    title: 'Live-Chat',
    hours: `Von ${CHAT_HOURS.fromHour} bis ${CHAT_HOURS.toHour} Uhr EST`,
    yours: (from, to) => `Bei dir: ${from} bis ${to}.`,
    during: 'Gerade in der Zeit',
    outside: 'Gerade außerhalb der Zeit',
    text: 'Den Chat besetzen die Betreiber, wo sie einen anbieten. Frag in einer Nachricht danach.',
  },
  newsletter: {
    title: 'Newsletter',
    text: `Neues von ${PRODUCT_NAME}, wenn es etwas gibt.`,
    field: 'E-Mail für den Newsletter',
    subscribe: 'Abonnieren',
    subscribing: 'Wird angemeldet\u00a0…',
    failed: 'Das Abonnieren ist fehlgeschlagen',
    doneTitle: 'Fast abonniert',
    done: 'Bestätige es mit der Mail, die du gleich bekommst. Vorher wird dir nichts geschickt.',
  },
}
