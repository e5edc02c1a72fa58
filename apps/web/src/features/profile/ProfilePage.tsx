import { pageWords } from '#messages/pages.ts'

export function ProfilePage() {
  return (
    <section className="page hero">
      <h1>{pageWords.profile.title}</h1>
    </section>
  )
}
