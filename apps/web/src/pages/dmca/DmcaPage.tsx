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
      <section className="form-page-column">
        {reference === null ? (
          <>
            <h1>{words.title}</h1>
            <p className="form-page-lead">{words.lead}</p>
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
