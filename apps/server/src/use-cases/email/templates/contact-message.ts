import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { timeWords } from './amounts-and-dates.ts'
import { type Email, facts, quote, words } from './email.ts'

export interface WrittenMessage {
  name: string
  email: string
  subject: string
  message: string
  createdAt: Date
}

/** To the operator. An answer to it goes to whoever wrote. */
export function contactMessage(language: Language, written: WrittenMessage): Email {
  const terms = EMAILS[language]
  return {
    subject: `${PRODUCT_NAME}: ${written.subject}`,
    parts: [
      words(terms.lead),
      facts(
        [terms.from, `${written.name} <${written.email}>`],
        [terms.at, timeWords(written.createdAt, language)],
        [terms.subject, written.subject],
      ),
      quote(written.message),
      words(terms.answer),
    ],
  }
}

const EMAILS = {
  en: {
    lead: 'You have a new message from the contact form.',
    from: 'From',
    at: 'Written',
    subject: 'Subject',
    answer: 'Reply to this email to answer. The sender’s address has not been verified.',
  },
  de: {
    lead: 'Über das Kontaktformular ist eine Nachricht gekommen.',
    from: 'Von',
    at: 'Geschrieben',
    subject: 'Betreff',
    answer: 'Du kannst auf diese E-Mail antworten. Die Adresse des Absenders ist nicht geprüft.',
  },
} as const satisfies Record<Language, unknown>
