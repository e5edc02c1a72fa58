import { buttonClass } from '@kerf/ui/Button'
import { useId } from 'react'
import { Link } from 'wouter'
import { profileWords } from '#messages/profile.ts'
import { PAGES } from '../../data/navigation/pages.ts'

const words = profileWords.adminCard

export function AdminDoor() {
  const titleId = useId()
  return (
    <section className="admin-door" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{words.title}</h2>
        <p className="desk-note">{words.text}</p>
      </div>
      <Link href={PAGES.admin.path} className={buttonClass({})}>
        {words.open}
      </Link>
    </section>
  )
}
