import type { ReactNode } from 'react'
import './document.css'

interface DocumentFrameProps {
  title: string
  lead: string
  /** Small text below the lead. */
  about?: ReactNode
  /** Name of the list of sections, for screen readers. */
  contents: string
  sections: readonly { id: string; title: string; className?: string }[]
  /** More classes for the text. */
  className?: string
  children: ReactNode
}

/** Long text with an anchor for each section, and a list of the sections at its side, or above it on a phone. */
export function DocumentFrame({
  title,
  lead,
  about,
  contents,
  sections,
  className = '',
  children,
}: DocumentFrameProps) {
  return (
    <article className="page document grid grid-cols-[260px_minmax(0,1fr)] gap-x-14 gap-y-12 pt-[clamp(28px,7.5vh,72px)] max-desk:grid-cols-[minmax(0,1fr)] max-desk:gap-7">
      <header className="col-span-full">
        <h1 className="text-[clamp(2.375rem,1.35rem+3.6vw,4rem)]/none font-semibold tracking-[-0.035em]">{title}</h1>
        <p className="home-lead">{lead}</p>
        {about && <p className="mt-3 text-small text-ink-2">{about}</p>}
      </header>
      <nav
        className="document-contents sticky top-4 max-h-[calc(100dvh-32px)] self-start overflow-y-auto border-t border-line-firm pt-2 max-desk:static max-desk:max-h-none"
        aria-label={contents}
      >
        <ol>
          {sections.map((section) => (
            <li key={section.id} className={section.className}>
              <a
                className="flex min-h-(--touch) items-center leading-tight no-underline decoration-auto hover:underline"
                href={`#${section.id}`}
              >
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={`document-text ${className}`.trimEnd()}>{children}</div>
    </article>
  )
}
