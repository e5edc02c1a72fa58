import { Button } from '@kerf/ui/Button'
import { useEffect, useRef } from 'react'
import { dmcaWords } from '#messages/contact.ts'

const words = dmcaWords

/** What comes in place of the form once the notice has been taken. */
export function NoticeSent({ reference, onAnother }: { reference: string; onAnother: () => void }) {
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
      <ol className="notice-list">
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
