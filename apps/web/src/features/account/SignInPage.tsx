import { pageWords } from '#messages/pages.ts'

export function SignInPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.signIn.title}</h1>
    </section>
  )
}
