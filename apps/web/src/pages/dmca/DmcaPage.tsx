import { Button } from '@kerf/ui/Button'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { dmcaWords } from '#messages/contact.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { NoticeForm } from './NoticeForm.tsx'
import '../../data/forms/forms.css'

const words = dmcaWords
const LIST_CLASSES = 'mt-3 grid list-decimal gap-2 pl-[1.7em] marker:font-time marker:text-small marker:text-ink-2'

export function DmcaPage() {
  const [reference, setReference] = useState<string | null>(null)
  return (
    <div className="form-page page">
      <section className="w-[min(100%,560px)]">
        {reference === null ? (
          <>
            <h1>{words.title}</h1>
            <p className="mt-3.5 text-ink-2">{words.lead}</p>
            <NoticeForm onSent={setReference} />
          </>
        ) : (
          <NoticeSent reference={reference} onAnother={() => setReference(null)} />
        )}
      </section>
      <AboutNotices />
    </div>
  )
}

/** Text about notices: their effect, the cost of a false one, and how to answer one. */
function AboutNotices() {
  return (
    <aside className="form-page-aside bleed-phone" aria-label={words.aside}>
      {words.about.map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          {text.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      ))}
      <section>
        <h2>{words.counter.title}</h2>
        <p>{words.counter.text}</p>
        <ol className={LIST_CLASSES}>
          {words.counter.elements.map((element) => (
            <li key={element}>{element}</li>
          ))}
        </ol>
        <p>{words.counter.after}</p>
        <p>
          <Link href={PAGES.contact.path} className="inline-block py-2.5">
            {words.counter.contact}
          </Link>
        </p>
      </section>
    </aside>
  )
}

/** Replaces the form once the server has accepted the notice. */
function NoticeSent({ reference, onAnother }: { reference: string; onAnother: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {words.sentTitle}
      </h1>
      <p className="mt-3.5 text-ink-2">
        {words.reference} <span className="time text-ink select-all">{reference}</span>
      </p>
      <h2 className="mt-8 text-h3!">{words.nextTitle}</h2>
      <ol className={LIST_CLASSES}>
        {words.next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Button variant="quiet" className="mt-8" onClick={onAnother}>
        {words.another}
      </Button>
    </>
  )
}
