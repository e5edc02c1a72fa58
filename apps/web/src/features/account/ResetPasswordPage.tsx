import { pageWords } from '#messages/pages.ts'

export function ResetPasswordPage() {
  return (
    <section className="page hero">
      <h1>{pageWords.resetPassword.title}</h1>
    </section>
  )
}
