import { zodResolver } from '@hookform/resolvers/zod'
import { setUp } from '@kerf/contract/entry-links'
import { callApi } from '@kerf/contract/protocol/client'
import { EmailField, Field } from '@kerf/ui/Field'
import { PasswordField } from '@kerf/ui/PasswordField'
import { lazy, Suspense, useEffect, useState } from 'react'
import { accountWords, formWords, mailedLinkWords } from '#messages/account/account.ts'
import { setupWords as words } from '#messages/setup.ts'
import { pageWords } from '#messages/site.ts'
import { reloadForTokens, tokenOfPage } from '../../browser/mailed-token.ts'
import { PasswordStrengthHint } from '../../controls/PasswordStrengthHint.tsx'
import { FormEnd, StackedForm } from '../../data/forms/StackedForm.tsx'
import { tellRefusal } from '../../data/forms/tell-refusal.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { useSession } from '../../data/session/session.ts'
import { AccountFrame, PageLink } from './AccountFrame.tsx'
import { startSession } from './start-session.ts'

const SetupChoices = lazy(async () => ({
  default: (await import('../../features/admin/settings/SetupChoices.tsx')).SetupChoices,
}))

const { fields, revealed, faults: sentences } = accountWords
const resolver = zodResolver(
  setUp.body.omit({ token: true }),
  withSentences({ name: sentences.name, email: sentences.email, password: sentences.newPassword }),
)

/** Page for the first admin of a new server: the account, and then the first settings. */
export function SetupPage() {
  const session = useSession()
  const [token, setToken] = useState<string | null>(null)
  useEffect(reloadForTokens, [])
  useEffect(() => setToken(tokenOfPage()), [])
  if (session.state === 'signed_in' && session.user.role === 'admin')
    return (
      <Suspense fallback={<div className="page min-h-[60vh]" />}>
        <SetupChoices />
      </Suspense>
    )
  return token === null ? (
    <UnusableLink title={pageWords.setup.title} lead={words.none} />
  ) : (
    <FirstAdminForm token={token} />
  )
}

function UnusableLink(words: { title: string; lead: string }) {
  return <AccountFrame {...words} links={<PageLink to="signIn">{accountWords.signIn.submit}</PageLink>} />
}

function FirstAdminForm({ token }: { token: string }) {
  const [isLinkOld, setIsLinkOld] = useState(false)
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: { name: '', email: '', password: '' },
    async send(person) {
      const { user } = await callApi(setUp, { body: { ...person, token } })
      startSession(user, words.done)
    },
    tell: tellRefusal(words.failed),
    missing: accountWords.fillInAll,
    blame: { password_too_short: 'password' },
    goOn(code) {
      if (code === 'invalid_confirmation') setIsLinkOld(true)
      return code === 'invalid_confirmation'
    },
  })
  if (isLinkOld) return <UnusableLink title={mailedLinkWords.oldTitle} lead={words.old} />
  return (
    <AccountFrame title={pageWords.setup.title} lead={words.lead}>
      <StackedForm onSubmit={submit}>
        <Field label={fields.name} autoComplete="name" fault={faults.name} {...form.register('name')} />
        <EmailField label={fields.email} fault={faults.email} {...form.register('email')} />
        <PasswordField
          label={fields.password}
          autoComplete="new-password"
          words={formWords.reveal(revealed.password)}
          fault={faults.password}
          hint={<PasswordStrengthHint password={form.watch('password')} />}
          {...form.register('password')}
        />
        <FormEnd label={words.submit} sendingLabel={words.sending} sending={sending} refusal={refusal} />
      </StackedForm>
    </AccountFrame>
  )
}
