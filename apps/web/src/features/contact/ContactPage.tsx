import { pageWords } from '#messages/pages.ts'

export function ContactPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.contact.title}</h1>
    </section>
  )
}
