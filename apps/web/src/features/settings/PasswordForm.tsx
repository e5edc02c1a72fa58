import { zodResolver } from '@hookform/resolvers/zod'
import { forgotPassword } from '@kerf/contract/auth'
import { changePassword, passwordChange } from '@kerf/contract/user'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { Button } from '@kerf/ui/Button'
import { PasswordField } from '@kerf/ui/PasswordField'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { formWords } from '#messages/account/account.ts'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { PasswordStrengthHint } from '../../controls/PasswordStrengthHint.tsx'
import { mailNews } from '../../data/feedback/mail-news.ts'
import { showFailure, tellFailure } from '../../data/feedback/show-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { sessionsQuery } from '../../data/queries/user-queries.ts'
import { callApi } from '../../data/session/with-session.ts'
import { AccountForm, type AccountFormContext, SettingsSection } from './AccountForm.tsx'
import { RevokePrograms, usePrograms } from './revoke-programs.tsx'

const { missingPassword, reveal } = dashboardWords.settings
const words = dashboardWords.settings.password
const identityWords = dashboardWords.settings.identity

const resolver = zodResolver(
  passwordChange
    .extend({ confirm: z.string() })
    .refine(({ newPassword, confirm }) => newPassword === confirm, { path: ['confirm'] }),
  withSentences({
    currentPassword: { otherwise: missingPassword },
    newPassword: { too_big: words.tooLong(PASSWORD_MAX_LENGTH), otherwise: words.tooShort(PASSWORD_MIN_LENGTH) },
    confirm: { otherwise: words.mismatch },
  }),
)

/** Sends a link that sets a first password, for accounts that sign in through an identity provider. */
export function NoPasswordYet({ user }: Pick<AccountFormContext, 'user'>) {
  const { busy, run } = useOneAtATime()
  const send = () =>
    run(async () => {
      try {
        await callApi(forgotPassword, { body: { email: user.email } })
        toasts.show(mailNews(identityWords.sentTitle, identityWords.sentText(user.email)))
      } catch (error) {
        showFailure(error)
      }
    })
  return (
    <SettingsSection title={words.title} note={identityWords.setPassword}>
      <Button variant="quiet" aria-disabled={busy || undefined} onClick={send}>
        {identityWords.sendLink}
      </Button>
    </SettingsSection>
  )
}

export function PasswordForm(context: AccountFormContext) {
  const queryClient = useQueryClient()
  const programs = usePrograms()
  const sentForm = useSentForm({
    resolver,
    begin: { currentPassword: '', newPassword: '', confirm: '', revokeKeys: true },
    async send({ currentPassword, newPassword, revokeKeys }, { startOver }) {
      await callApi(changePassword, { body: { currentPassword, newPassword, revokeKeys } })
      startOver()
      if (revokeKeys) void programs.readAgain()
      toasts.show({ title: words.savedTitle, text: words.savedText })
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    blame: { wrong_password: 'currentPassword' },
    tell: tellFailure,
  })
  const { form, faults } = sentForm
  return (
    <SettingsSection title={words.title} note={words.text}>
      <AccountForm sentForm={sentForm} context={context} action={words.save}>
        {/* The hidden email tells password managers which account the password belongs to. */}
        <input type="text" autoComplete="username" value={context.user.email} readOnly hidden />
        <PasswordField
          label={words.current}
          words={formWords.reveal(reveal.current)}
          autoComplete="current-password"
          fault={faults.currentPassword}
          {...form.register('currentPassword')}
        />
        <PasswordField
          label={words.fresh}
          words={formWords.reveal(reveal.fresh)}
          autoComplete="new-password"
          hint={<PasswordStrengthHint password={form.watch('newPassword')} />}
          fault={faults.newPassword}
          {...form.register('newPassword')}
        />
        <PasswordField
          label={words.confirm}
          words={formWords.reveal(reveal.confirm)}
          autoComplete="new-password"
          fault={faults.confirm}
          {...form.register('confirm')}
        />
        {programs.hasSome && <RevokePrograms {...form.register('revokeKeys')} />}
      </AccountForm>
    </SettingsSection>
  )
}
