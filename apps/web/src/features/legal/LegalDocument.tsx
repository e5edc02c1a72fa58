import { Link } from 'wouter'
import { legalWords } from '#messages/legal.ts'
import { messages } from '#messages/messages.ts'
import { PAGES } from '../../app/pages.ts'
import { fillIn, LEGAL_CHANGED_ON, legalFacts } from './legal-facts.ts'
import './legal.css'

export interface LegalSection {
  id: string
  title: string
  text?: readonly string[]
  /** What, and then what about it. */
  list?: readonly (readonly [term: string, text: string])[]
  /** Pages that say more. */
  see?: readonly string[]
}

interface LegalDocumentProps {
  title: string
  lead: string
  sections: readonly LegalSection[]
}

const RELATED: Readonly<Record<string, { path: string; name: string }>> = {
  contact: { path: PAGES.contact.path, name: messages.layout.contact },
  dmca: { path: PAGES.dmca.path, name: messages.layout.dmca },
  changelog: { path: PAGES.changelog.path, name: messages.layout.changelog },
  privacy: { path: PAGES.privacy.path, name: messages.layout.privacy },
  subscription: { path: PAGES.subscription.path, name: messages.layout.pricing },
}

/** A text to be read: sections with addresses of their own, and a list of them beside it. */
export function LegalDocument({ title, lead, sections }: LegalDocumentProps) {
  const facts = legalFacts(legalWords.dateLocale)
  return (
    <article className="page document">
      <header>
        <h1>{title}</h1>
        <p className="home-lead">{lead}</p>
        <p className="document-date">
          <time dateTime={LEGAL_CHANGED_ON}>{fillIn(legalWords.changed, facts)}</time>
        </p>
      </header>
      <nav className="document-contents" aria-label={legalWords.contents}>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="document-text">
        {sections.map((section) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
            <h2 id={`${section.id}-title`}>{section.title}</h2>
            {section.text?.map((paragraph) => (
              <p key={paragraph}>{fillIn(paragraph, facts)}</p>
            ))}
            {section.list && (
              <dl>
                {section.list.map(([term, text]) => (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{fillIn(text, facts)}</dd>
                  </div>
                ))}
              </dl>
            )}
            {section.see && <SeeAlso pages={section.see} />}
          </section>
        ))}
      </div>
    </article>
  )
}

function SeeAlso({ pages }: { pages: readonly string[] }) {
  return (
    <p className="document-see">
      {legalWords.related}:
      {pages.map((page) => {
        const { path = '', name = '' } = RELATED[page] ?? {}
        return (
          <Link key={page} href={path}>
            {name}
          </Link>
        )
      })}
    </p>
  )
}
