import { legalWords } from '#messages/legal.ts'
import { pageWords } from '#messages/pages.ts'
import { LegalDocument } from './LegalDocument.tsx'

export function TermsPage() {
  const { lead, sections } = legalWords.terms
  return <LegalDocument title={pageWords.terms.title} lead={lead} sections={sections} />
}
