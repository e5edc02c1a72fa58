/** Text of a section in one language. */
export interface LegalText {
  title: string
  text?: readonly string[]
  /** Terms, each with a text about it. */
  list?: readonly (readonly [term: string, text: string])[]
}

export type RelatedPage = 'contact' | 'dmca' | 'changelog' | 'privacy' | 'subscription'

/**
 * Id and attributes of a section. They are the same in every language, so that an address stays valid when the language
 * changes.
 */
export interface LegalOutlineEntry {
  id: string
  /** Pages with more information. */
  see?: readonly RelatedPage[]
  /** Whether the section is about plans. Servers that sell nothing leave it out. */
  aboutPlans?: true
  /** Number of paragraphs at the beginning that are hidden where cutting needs an account. */
  ofStrangers?: number
}

export const TERMS_OUTLINE: readonly LegalOutlineEntry[] = [
  { id: 'acceptable-use' },
  { id: 'what-you-may-download', see: ['dmca'] },
  { id: 'accounts', ofStrangers: 1 },
  { id: 'plans-and-payment', see: ['subscription'], aboutPlans: true },
  { id: 'availability-and-liability' },
  { id: 'changes-and-contact', see: ['contact', 'changelog', 'privacy'] },
]

export const PRIVACY_OUTLINE: readonly LegalOutlineEntry[] = [
  { id: 'in-short' },
  { id: 'without-an-account' },
  { id: 'with-an-account' },
  { id: 'clips' },
  { id: 'in-your-browser' },
  { id: 'cookies' },
  { id: 'who-else' },
  { id: 'logs' },
  { id: 'messages' },
  { id: 'erasing', see: ['contact'] },
]
