import { pageWords } from '#messages/pages.ts'

export function ApiPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.api.title}</h1>
    </section>
  )
}
