import { legalWords } from '#messages/legal.ts'
import { pageWords } from '#messages/pages.ts'
import { LegalDocument } from './LegalDocument.tsx'
import { PRIVACY_OUTLINE } from './legal-outline.ts'

export function PrivacyPage() {
  const { lead, sections } = legalWords.privacy
  return <LegalDocument title={pageWords.privacy.title} lead={lead} outline={PRIVACY_OUTLINE} sections={sections} />
}
