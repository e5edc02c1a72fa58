import { pageWords } from '#messages/pages.ts'

export function JobsPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.jobs.title}</h1>
    </section>
  )
}
