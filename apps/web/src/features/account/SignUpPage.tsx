import { pageWords } from '#messages/pages.ts'

export function SignUpPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.signUp.title}</h1>
    </section>
  )
}
