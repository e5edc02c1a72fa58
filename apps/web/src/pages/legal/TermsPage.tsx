import { legalWords } from '#messages/legal.ts'
import { pageWords } from '#messages/pages.ts'
import { LegalDocument } from './LegalDocument.tsx'
import { TERMS_OUTLINE } from './legal-outline.ts'

export function TermsPage() {
  const { lead, sections } = legalWords.terms
  return <LegalDocument title={pageWords.terms.title} lead={lead} outline={TERMS_OUTLINE} sections={sections} />
}
