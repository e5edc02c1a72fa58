import { pageWords } from '#messages/pages.ts'

export function BillingPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.billing.title}</h1>
    </section>
  )
}
