import { pageWords } from '#messages/pages.ts'

export function SubscriptionPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.subscription.title}</h1>
    </section>
  )
}
