import { zodResolver } from '@hookform/resolvers/zod'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { changeEmail, emailChange } from '@kerf/contract/user'
import { EmailField } from '@kerf/ui/Field'
import { useState } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { mailNews } from '../../data/feedback/mail-news.ts'
import { tellFailure } from '../../data/feedback/show-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { callApi } from '../../data/session/with-session.ts'
import { AccountForm, type AccountFormContext, SettingsSection } from './AccountForm.tsx'
import { ConfirmingPassword } from './ConfirmingPassword.tsx'
import { RevokePrograms, usePrograms } from './revoke-programs.tsx'

const { email: words, missingPassword } = dashboardWords.settings

export function EmailForm(context: AccountFormContext) {
  const { user, hasPassword } = context
  /** New email address that is not confirmed yet, as far as this page knows. */
  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string | null>(null)
  const programs = usePrograms()
  const isSame = (email: string): boolean => email.trim().toLowerCase() === user.email.toLowerCase()
  const sentForm = useSentForm<BodyOf<typeof changeEmail>>({
    resolver: zodResolver(
      emailChange.refine(({ email }) => !isSame(email), { path: ['email'], error: words.same }),
      withSentences({ email: { otherwise: words.invalid }, password: { otherwise: missingPassword } }),
    ),
    begin: { email: '', revokeKeys: true, ...(hasPassword && { password: '' }) },
    async send(change, { startOver }) {
      await callApi(changeEmail, { body: change })
      startOver()
      if (change.revokeKeys) void programs.readAgain()
      setUnconfirmedEmail(change.email)
      toasts.show(mailNews(words.sentTitle, words.sentText(change.email)))
    },
    blame: { wrong_password: 'password' },
    tell: tellFailure,
  })
  const { form, faults } = sentForm
  return (
    <SettingsSection
      title={words.title}
      note={
        <>
          <span className="wrap-anywhere">{words.now(user.email)}</span>{' '}
          {mailNews(words.title, words.howItChanges).text}
        </>
      }
    >
      <AccountForm sentForm={sentForm} context={context} action={words.save}>
        <EmailField label={words.label} spellCheck={false} fault={faults.email} {...form.register('email')} />
        {hasPassword && <ConfirmingPassword user={user} fault={faults.password} {...form.register('password')} />}
        {programs.hasSome && <RevokePrograms {...form.register('revokeKeys')} />}
      </AccountForm>
      {unconfirmedEmail !== null && !isSame(unconfirmedEmail) && (
        <p className="note mt-3 wrap-anywhere">{mailNews(words.title, words.sentText(unconfirmedEmail)).text}</p>
      )}
    </SettingsSection>
  )
}
