import { pageWords } from '#messages/pages.ts'

export function DmcaPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.dmca.title}</h1>
    </section>
  )
}
