import { zodResolver } from '@hookform/resolvers/zod'
import { accountDeletion, deleteAccount } from '@kerf/contract/user'
import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { PasswordField } from '@kerf/ui/PasswordField'
import { FieldFault } from '@kerf/ui/TextField'
import { useLocation } from 'wouter'
import { formWords } from '#messages/account/account.ts'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { pagePath } from '../../browser/own-address.ts'
import { tellFailure } from '../../data/feedback/show-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { useHasBilling } from '../../data/queries/use-has-billing.ts'
import { session } from '../../data/session/session.ts'
import { callApi } from '../../data/session/with-session.ts'

const { missingPassword, reveal } = dashboardWords.settings
const words = dashboardWords.settings.deletion
const resolver = zodResolver(accountDeletion, withSentences({ password: { otherwise: missingPassword } }))

const GUARDED_PATHS = Object.values(PAGES).flatMap((page) => ('needs' in page ? [page.path] : []))

/** Confirms the deletion of an account. Lists what is deleted and what stays; requires the password, if any. */
export function DeleteAccountDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [, navigate] = useLocation()
  const hasBilling = useHasBilling() ?? true
  const { form, submit, sending, faults } = useSentForm({
    resolver,
    begin: { password: hasPassword ? '' : undefined },
    async send({ password }) {
      await callApi(deleteAccount, { body: { password } })
      // A guarded page would require a sign-in, so it is left before the session ends. Other pages stay open.
      if (GUARDED_PATHS.some((path) => pagePath().startsWith(path))) navigate(PAGES.home.path)
      session.end()
      toasts.show({ title: words.doneTitle, text: hasBilling ? words.doneText : undefined })
    },
    blame: 'password',
    tell: tellFailure,
  })
  return (
    <Dialog title={words.dialogTitle} text={words.dialogText} onDismiss={() => !sending && onClose()}>
      <div className="mt-4.5 grid gap-3.5 text-[0.9375rem]/[1.4]">
        <DeletionList title={words.goes} items={[...words.goesList, ...(hasBilling ? [words.goesPlan] : [])]} />
        <DeletionList title={words.stays} items={[...(hasBilling ? [words.staysPayments] : []), words.staysFiles]} />
      </div>
      <form className="settings-form mt-5" noValidate onSubmit={submit}>
        {hasPassword ? (
          <PasswordField
            label={words.password}
            words={formWords.reveal(reveal.password)}
            autoComplete="current-password"
            fault={faults.password}
            {...form.register('password')}
          />
        ) : (
          faults.password && (
            <div role="alert">
              <FieldFault fieldId="deletion">{faults.password}</FieldFault>
            </div>
          )
        )}
        <div className="flex w-full flex-wrap justify-end gap-2 max-phone:*:w-full">
          <Button variant="quiet" aria-disabled={sending || undefined} onClick={() => !sending && onClose()}>
            {words.keep}
          </Button>
          <Button type="submit" aria-disabled={sending || undefined}>
            {sending ? words.deleting : words.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function DeletionList({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h3 className="mb-1 text-[0.9375rem]">{title}</h3>
      <ul className="dashed-list">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
