import { pageWords } from '#messages/pages.ts'

export function ChangelogPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.changelog.title}</h1>
    </section>
  )
}
