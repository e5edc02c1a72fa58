import { pageWords } from '#messages/pages.ts'

export function TermsPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.terms.title}</h1>
    </section>
  )
}
