import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { timeWords } from './amounts-and-dates.ts'
import { type Email, facts, quote, words } from './email.ts'

export interface GivenNotice {
  reference: string
  name: string
  email: string
  address: string
  phone: string
  signature: string
  work: string
  links: readonly string[]
  createdAt: Date
}

/** To the operator. An answer to it goes to whoever gave the notice. */
export function takedownNotice(language: Language, notice: GivenNotice): Email {
  const terms = EMAILS[language]
  return {
    subject: `${PRODUCT_NAME}: ${terms.subject} ${notice.reference}`,
    parts: [
      words(terms.lead),
      facts(
        [terms.reference, notice.reference],
        [terms.at, timeWords(notice.createdAt, language)],
        [terms.from, `${notice.name} <${notice.email}>`],
        [terms.phone, notice.phone],
        [terms.signature, notice.signature],
      ),
      words(terms.address),
      quote(notice.address),
      words(terms.work),
      quote(notice.work),
      words(terms.links),
      quote(notice.links.join('\n')),
      words(terms.statements),
      words(terms.next),
    ],
  }
}

const EMAILS = {
  en: {
    subject: 'DMCA notice',
    lead: 'Somebody has reported a copyright infringement.',
    reference: 'Reference',
    at: 'Written',
    from: 'From',
    phone: 'Phone',
    signature: 'Signature',
    address: 'Their postal address:',
    work: 'The work:',
    links: 'The infringing links, according to the notice:',
    statements:
      'They state in good faith that the use is not authorized, and under penalty of perjury that the notice is accurate and that they may act for the owner.',
    next: 'You can decide about it in the admin panel, under Abuse. Reply to this email to answer. The sender’s address has not been verified.',
  },
  de: {
    subject: 'DMCA-Meldung',
    lead: 'Jemand hat gemeldet, dass ein Urheberrecht verletzt wird.',
    reference: 'Aktenzeichen',
    at: 'Geschrieben',
    from: 'Von',
    phone: 'Telefon',
    signature: 'Unterschrift',
    address: 'Die Postanschrift:',
    work: 'Das Werk:',
    links: 'Was es verletzt, laut Meldung:',
    statements:
      'Erklärt wird nach bestem Wissen, dass die Nutzung nicht erlaubt ist, und unter Strafandrohung, dass die Angaben stimmen und die Befugnis besteht, für den Inhaber zu handeln.',
    next: 'Du kannst im Adminbereich unter Missbrauch darüber entscheiden. Du kannst auf diese E-Mail antworten. Die Adresse des Absenders ist nicht geprüft.',
  },
} as const satisfies Record<Language, unknown>
