import { Link } from 'wouter'
import { DATE_LOCALE } from '#messages/language.ts'
import { legalWords } from '#messages/legal.ts'
import { messages, pageWords } from '#messages/site.ts'
import { DocumentFrame } from '../../controls/DocumentFrame.tsx'
import { PAGES } from '../../data/navigation/pages.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { fillIn, forServer, LEGAL_CHANGED_ON, legalFacts } from './legal-facts.ts'
import {
  type LegalOutlineEntry,
  type LegalText,
  PRIVACY_OUTLINE,
  type RelatedPage,
  TERMS_OUTLINE,
} from './legal-outline.ts'

interface LegalDocumentProps {
  title: string
  lead: string
  /** Outline entries of the sections, in the same order. */
  outline: readonly LegalOutlineEntry[]
  sections: readonly LegalText[]
}

function LegalDocument({ title, lead, outline, sections }: LegalDocumentProps) {
  const facts = legalFacts(DATE_LOCALE, usePlanTerms())
  const server = { sellsPlans: sellsPlans() }
  const serverText = (text: string): string => fillIn(forServer(text, server), facts)
  const outlinedSections = sections
    .map((section, index) => ({ ...section, ...outline[index]! }))
    .filter(({ aboutPlans }) => server.sellsPlans || !aboutPlans)
  return (
    <DocumentFrame
      title={title}
      lead={serverText(lead)}
      about={<time dateTime={LEGAL_CHANGED_ON}>{fillIn(legalWords.changed, facts)}</time>}
      contents={legalWords.contents}
      sections={outlinedSections}
    >
      {outlinedSections.map((section) => (
        <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
          <h2 id={`${section.id}-title`}>{section.title}</h2>
          {section.text?.map(
            (paragraph, index) =>
              serverText(paragraph) && (
                <p key={paragraph} className={index < (section.ofStrangers ?? 0) ? 'of-strangers' : undefined}>
                  {serverText(paragraph)}
                </p>
              ),
          )}
          {section.list && (
            <dl>
              {section.list.map(
                ([term, text]) =>
                  serverText(text) && (
                    <div key={term}>
                      <dt>{term}</dt>
                      <dd>{serverText(text)}</dd>
                    </div>
                  ),
              )}
            </dl>
          )}
          {section.see && <SeeAlso pages={section.see} />}
        </section>
      ))}
    </DocumentFrame>
  )
}

function SeeAlso({ pages }: { pages: readonly RelatedPage[] }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-small text-ink-2">
      {legalWords.related}:
      {pages.map((page) => (
        <Link key={page} href={PAGES[page].path} className="inline-flex min-h-(--touch) items-center">
          {page === 'contact' || page === 'privacy' ? messages.layout[page] : pageWords[page].title}
        </Link>
      ))}
    </p>
  )
}

export function PrivacyPage() {
  const { lead, sections } = legalWords.privacy
  return <LegalDocument title={pageWords.privacy.title} lead={lead} outline={PRIVACY_OUTLINE} sections={sections} />
}

export function TermsPage() {
  const { lead, sections } = legalWords.terms
  return <LegalDocument title={pageWords.terms.title} lead={lead} outline={TERMS_OUTLINE} sections={sections} />
}
