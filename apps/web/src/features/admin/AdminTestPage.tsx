import { pageWords } from '#messages/pages.ts'

export function AdminTestPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.adminTest.title}</h1>
    </section>
  )
}
