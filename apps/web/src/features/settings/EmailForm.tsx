import { zodResolver } from '@hookform/resolvers/zod'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { changeEmail, emailChange } from '@kerf/contract/user'
import { EmailField } from '@kerf/ui/Field'
import { useState } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { mailNews } from '../../data/feedback/mail-news.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { callApi } from '../../data/session/with-session.ts'
import { ConfirmingPassword } from './ConfirmingPassword.tsx'
import { RevokePrograms, usePrograms } from './revoke-programs.tsx'
import { faultOf, SettingsForm, type SettingsFormPlace, SettingsSection, useSettingsForm } from './SettingsForm.tsx'

const words = dashboardWords.settings.email

export function EmailForm(place: SettingsFormPlace) {
  const { user, hasPassword } = place
  /** New email address that is not confirmed yet, as far as this page knows. */
  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string | null>(null)
  const programs = usePrograms()
  const isSame = (email: string): boolean => email.trim().toLowerCase() === user.email.toLowerCase()
  const { form, errors, frame } = useSettingsForm<BodyOf<typeof changeEmail>>(place, {
    resolver: zodResolver(emailChange.refine(({ email }) => !isSame(email), { path: ['email'] })),
    begin: { email: '', revokeKeys: true, ...(hasPassword && { password: '' }) },
    async send(change, startOver) {
      await callApi(changeEmail, { body: change })
      startOver()
      if (change.revokeKeys) void programs.readAgain()
      setUnconfirmedEmail(change.email)
      toasts.show(mailNews(words.sentTitle, words.sentText(change.email)))
    },
    blame: { wrong_password: 'password' },
  })
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
      <SettingsForm {...frame} action={words.save}>
        <EmailField
          label={words.label}
          spellCheck={false}
          fault={faultOf(errors.email, errors.email?.type === 'custom' ? words.same : words.invalid)}
          {...form.register('email')}
        />
        {hasPassword && <ConfirmingPassword user={user} error={errors.password} {...form.register('password')} />}
        {programs.hasSome && <RevokePrograms {...form.register('revokeKeys')} />}
      </SettingsForm>
      {unconfirmedEmail !== null && !isSame(unconfirmedEmail) && (
        <p className="note mt-3 wrap-anywhere">{mailNews(words.title, words.sentText(unconfirmedEmail)).text}</p>
      )}
    </SettingsSection>
  )
}
