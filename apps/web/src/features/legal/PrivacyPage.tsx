import { legalWords } from '#messages/legal.ts'
import { pageWords } from '#messages/pages.ts'
import { LegalDocument } from './LegalDocument.tsx'

export function PrivacyPage() {
  const { lead, sections } = legalWords.privacy
  return <LegalDocument title={pageWords.privacy.title} lead={lead} sections={sections} />
}
