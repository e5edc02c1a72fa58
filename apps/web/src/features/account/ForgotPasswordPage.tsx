import { pageWords } from '#messages/pages.ts'

export function ForgotPasswordPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.forgotPassword.title}</h1>
    </section>
  )
}
