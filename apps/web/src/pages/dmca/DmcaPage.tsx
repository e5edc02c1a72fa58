import { useState } from 'react'
import { dmcaWords } from '#messages/contact.ts'
import '../../data/forms/forms.css'
import { AboutNotices } from './AboutNotices.tsx'
import './dmca.css'
import { NoticeForm } from './NoticeForm.tsx'
import { NoticeSent } from './NoticeSent.tsx'

const words = dmcaWords

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
