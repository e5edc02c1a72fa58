import { Link } from 'wouter'
import { dmcaWords } from '#messages/contact.ts'
import { PAGES } from '../../data/navigation/pages.ts'

const { about, aside, counter } = dmcaWords

/** What a notice can do here, what a false one can cost, and how to answer one. */
export function AboutNotices() {
  return (
    <aside className="form-page-aside bleed-phone" aria-label={aside}>
      {about.map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          {text.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      ))}
      <section>
        <h2>{counter.title}</h2>
        <p>{counter.text}</p>
        <ol className="notice-list">
          {counter.elements.map((element) => (
            <li key={element}>{element}</li>
          ))}
        </ol>
        <p>{counter.after}</p>
        <p>
          <Link href={PAGES.contact.path} className="inline-block py-2.5">
            {counter.contact}
          </Link>
        </p>
      </section>
    </aside>
  )
}
