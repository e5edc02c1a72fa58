import { zodResolver } from '@hookform/resolvers/zod'
import * as calls from '@kerf/contract/api-keys'
import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { Field } from '@kerf/ui/Field'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { keyWords as words } from '#messages/account/keys.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'
import { showFailure } from '../../../data/feedback/show-failure.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { calendarDay, calendarTime } from '../../../data/formatting/dates.ts'
import { LOCALE } from '../../../data/formatting/interface-locale.ts'
import { useSentForm } from '../../../data/forms/use-sent-form.ts'
import { withSentences } from '../../../data/forms/with-sentences.ts'
import { restartReads } from '../../../data/queries/restart-reads.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { AccountForm, type Confirming } from '../AccountForm.tsx'
import { ConfirmingPassword, usePasswordOnDemand } from '../ConfirmingPassword.tsx'
import { type NewSecret, ProgramsSection } from '../ProgramsSection.tsx'
import { keysQuery } from '../program-queries.ts'
import { SignAddress } from './SignAddress.tsx'

/** API keys of the account, with which programs act for it. */
export function KeysSection({ user }: Pick<Confirming, 'user'>) {
  const queryClient = useQueryClient()
  async function revoke({ id, name }: calls.ApiKey): Promise<void> {
    await callApi(calls.revokeApiKey, { params: { id } })
    queryClient.setQueryData(keysQuery.queryKey, (keys) => keys?.filter((key) => key.id !== id))
    restartReads(queryClient, keysQuery.queryKey)
    toasts.show({ title: words.revoked, text: name })
  }
  return (
    <ProgramsSection
      words={words}
      secretWords={{ title: words.shownTitle, copy: words.copy, close: words.close }}
      howTo="key"
      query={keysQuery}
      row={(key, shownSecret) => (
        <KeyRow key={key.id} apiKey={key} onRevoke={() => revoke(key)}>
          {shownSecret}
        </KeyRow>
      )}
      form={(onSecret) => (
        <>
          <NewKey user={user} onSecret={onSecret} />
          <p className="note mt-5">{words.whenReset}</p>
        </>
      )}
    />
  )
}

interface KeyRowProps {
  apiKey: calls.ApiKey
  onRevoke: () => Promise<void>
  children: ReactNode
}

function KeyRow({ apiKey, onRevoke, children }: KeyRowProps) {
  const { name, start, createdAt, lastUsedAt } = apiKey
  const { busy, run } = useOneAtATime()
  const [isAsking, setAsking] = useState(false)
  const [isSigning, setSigning] = useState(false)
  const revoke = (): void =>
    void run(async () => {
      setAsking(false)
      await onRevoke().catch(showFailure)
    })
  return (
    <li className="program-row">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <p className="font-semibold leading-[1.3] wrap-anywhere">{name}</p>
          <p className="note">
            <code>{words.begins(start)}</code>, {words.created(calendarDay(createdAt, LOCALE))},{' '}
            {lastUsedAt === null ? words.unused : words.used(calendarTime(lastUsedAt, LOCALE))}
          </p>
        </div>
        <Button
          variant="paper"
          size="small"
          aria-label={words.address.openNamed(name)}
          aria-haspopup="dialog"
          onClick={() => setSigning(true)}
        >
          {words.address.open}
        </Button>
        <Button
          variant="paper"
          size="small"
          aria-label={words.revokeNamed(name)}
          aria-haspopup="dialog"
          aria-disabled={busy || undefined}
          onClick={() => setAsking(true)}
        >
          {words.revoke}
        </Button>
      </div>
      {children}
      {isSigning && <SignAddress apiKey={apiKey} onClose={() => setSigning(false)} />}
      {isAsking && (
        <Dialog title={words.revokeTitle} text={words.revokeText(name)} onDismiss={() => setAsking(false)}>
          <div className="mt-5 flex flex-wrap justify-end gap-2 max-phone:*:w-full">
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {words.keep}
            </Button>
            <Button onClick={revoke}>{words.revoke}</Button>
          </div>
        </Dialog>
      )}
    </li>
  )
}

const resolver = zodResolver(
  calls.createApiKey.body,
  withSentences({
    name: { otherwise: words.nameFault },
    password: { otherwise: dashboardWords.settings.missingPassword },
  }),
)

interface NewKeyProps extends Pick<Confirming, 'user'> {
  onSecret: (secret: NewSecret) => void
}

function NewKey({ user, onSecret }: NewKeyProps) {
  const { isAsked, tell } = usePasswordOnDemand()
  const queryClient = useQueryClient()
  const sentForm = useSentForm({
    resolver,
    begin: { name: '', ...(isAsked && { password: '' }) },
    async send(request, { startOver }) {
      const { id, key } = await callApi(calls.createApiKey, { body: request })
      startOver()
      onSecret({ id, secret: key, text: words.shownText })
      await queryClient.invalidateQueries(keysQuery)
    },
    blame: { invalid_request: 'name', wrong_password: 'password' },
    tell,
  })
  const { form, faults } = sentForm
  return (
    <AccountForm sentForm={sentForm} action={words.create}>
      <Field
        label={words.name}
        autoComplete="off"
        hint={words.nameHint}
        fault={faults.name}
        {...form.register('name')}
      />
      {isAsked && <ConfirmingPassword user={user} fault={faults.password} {...form.register('password')} />}
    </AccountForm>
  )
}
