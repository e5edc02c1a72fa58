import { zodResolver } from '@hookform/resolvers/zod'
import * as calls from '@kerf/contract/api-keys'
import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { Field } from '@kerf/ui/Field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { keyWords as words } from '#messages/account/keys.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'
import { ReadFailed } from '../../../controls/ReadFailed.tsx'
import { showFailure, useShownFailure } from '../../../data/feedback/show-failure.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { calendarDay, calendarTime } from '../../../data/formatting/dates.ts'
import { LOCALE } from '../../../data/formatting/interface-locale.ts'
import { inWords } from '../../../data/forms/in-words.ts'
import { useSentForm } from '../../../data/forms/use-sent-form.ts'
import { PAGES } from '../../../data/navigation/pages.ts'
import { restartReads } from '../../../data/queries/restart-reads.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { ConfirmingPassword, usePasswordOnDemand } from '../ConfirmingPassword.tsx'
import { keysQuery } from '../program-queries.ts'
import { type Confirming, SettingsForm, SettingsSection } from '../SettingsForm.tsx'
import { ShownSecret } from '../ShownSecret.tsx'

/** API keys of the account, with which programs act for it. */
export function KeysSection({ user }: Pick<Confirming, 'user'>) {
  const { data, error, refetch, isFetching } = useQuery(keysQuery)
  const queryClient = useQueryClient()
  const [newKey, setNewKey] = useState<{ id: string; key: string } | null>(null)
  useShownFailure(error)
  const note = (
    <>
      {words.text}{' '}
      <Link className="link" href={`${PAGES.api.path}#key`}>
        {words.howTo}
      </Link>
    </>
  )
  async function revoke({ id, name }: calls.ApiKey): Promise<void> {
    await callApi(calls.revokeApiKey, { params: { id } })
    queryClient.setQueryData(keysQuery.queryKey, (keys) => keys?.filter((key) => key.id !== id))
    restartReads(queryClient, keysQuery.queryKey)
    toasts.show({ title: words.revoked, text: name })
  }
  return (
    <SettingsSection title={words.title} note={note}>
      {data ? (
        <>
          {data.length > 0 ? (
            <ul className="rows mb-6" aria-label={words.list}>
              {data.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => revoke(key)}>
                  {newKey?.id === key.id && (
                    <ShownSecret
                      title={words.shownTitle}
                      text={words.shownText}
                      copy={words.copy}
                      close={words.close}
                      secret={newKey.key}
                      onClose={() => setNewKey(null)}
                    />
                  )}
                </KeyRow>
              ))}
            </ul>
          ) : (
            <p className="note mb-5">{words.none}</p>
          )}
          <NewKey user={user} onCreated={setNewKey} />
          <p className="note mt-5">{words.whenReset}</p>
        </>
      ) : error ? (
        <ReadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div role="status" aria-label={dashboardWords.loading}>
          <span className="dashboard-blank h-5 w-48" />
        </div>
      )}
    </SettingsSection>
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
          aria-label={words.revokeNamed(name)}
          aria-haspopup="dialog"
          aria-disabled={busy || undefined}
          onClick={() => setAsking(true)}
        >
          {words.revoke}
        </Button>
      </div>
      {children}
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

interface NewKeyProps extends Pick<Confirming, 'user'> {
  onCreated: (newKey: { id: string; key: string }) => void
}

const resolver = zodResolver(
  calls.createApiKey.body,
  inWords({ name: { otherwise: words.nameFault }, password: { otherwise: dashboardWords.settings.missingPassword } }),
)

function NewKey({ user, onCreated }: NewKeyProps) {
  const { isAsked, tell } = usePasswordOnDemand()
  const queryClient = useQueryClient()
  const sent = useSentForm({
    resolver,
    begin: { name: '', ...(isAsked && { password: '' }) },
    async send(request, { startOver }) {
      const newKey = await callApi(calls.createApiKey, { body: request })
      startOver()
      onCreated(newKey)
      await queryClient.invalidateQueries(keysQuery)
    },
    blame: { invalid_request: 'name', wrong_password: 'password' },
    tell,
  })
  const { form, faults } = sent
  return (
    <SettingsForm sent={sent} action={words.create}>
      <Field
        label={words.name}
        autoComplete="off"
        hint={words.nameHint}
        fault={faults.name}
        {...form.register('name')}
      />
      {isAsked && <ConfirmingPassword user={user} fault={faults.password} {...form.register('password')} />}
    </SettingsForm>
  )
}
