import { pageWords } from '#messages/pages.ts'

export function AdminPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.admin.title}</h1>
    </section>
  )
}
