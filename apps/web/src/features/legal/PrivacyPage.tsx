import { pageWords } from '#messages/pages.ts'

export function PrivacyPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.privacy.title}</h1>
    </section>
  )
}
