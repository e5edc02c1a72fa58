import { pageWords } from '#messages/pages.ts'

export function SettingsPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.settings.title}</h1>
    </section>
  )
}
