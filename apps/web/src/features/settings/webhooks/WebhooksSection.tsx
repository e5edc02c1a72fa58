import * as calls from '@kerf/contract/webhooks'
import { Badge } from '@kerf/ui/Badge'
import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { webhookWords as words } from '#messages/account/webhooks.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'
import { ReadFailed } from '../../../controls/ReadFailed.tsx'
import { showFailure, useShownFailure } from '../../../data/feedback/show-failure.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { calendarTime } from '../../../data/formatting/dates.ts'
import { LOCALE } from '../../../data/formatting/interface-locale.ts'
import { PAGES } from '../../../data/navigation/pages.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { webhooksQuery } from '../program-queries.ts'
import { type Confirming, SettingsSection } from '../SettingsForm.tsx'
import { ShownSecret } from '../ShownSecret.tsx'
import { Deliveries } from './Deliveries.tsx'
import { NewWebhook } from './NewWebhook.tsx'

interface NewSecret {
  id: string
  secret: string
  isRotated: boolean
}

/** Webhooks of the account, which are sent events of its clips, and their deliveries. */
export function WebhooksSection({ user }: Pick<Confirming, 'user'>) {
  const { data, error, refetch, isFetching } = useQuery(webhooksQuery)
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null)
  useShownFailure(error)
  const note = (
    <>
      {words.text}{' '}
      <Link className="link" href={`${PAGES.api.path}#signature`}>
        {words.howTo}
      </Link>
    </>
  )
  return (
    <SettingsSection title={words.title} note={note}>
      {data ? (
        <>
          {data.length > 0 ? (
            <ul className="rows mb-6" aria-label={words.list}>
              {data.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  secret={newSecret?.id === webhook.id ? newSecret : null}
                  onSecret={(secret) =>
                    setNewSecret(secret === null ? null : { id: webhook.id, secret, isRotated: true })
                  }
                />
              ))}
            </ul>
          ) : (
            <p className="note mb-5">{words.none}</p>
          )}
          <NewWebhook user={user} onCreated={({ id, secret }) => setNewSecret({ id, secret, isRotated: false })} />
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

interface WebhookRowProps {
  webhook: calls.Webhook
  secret: NewSecret | null
  onSecret: (secret: string | null) => void
}

function WebhookRow({ webhook, secret, onSecret }: WebhookRowProps) {
  const queryClient = useQueryClient()
  const { busy, run } = useOneAtATime()
  const [isOpen, setOpen] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const { id, url, isOn, failingSince } = webhook
  const params = { id }
  const attempt = (work: () => Promise<void>): void =>
    void run(() =>
      work()
        .catch(showFailure)
        .then(() => queryClient.invalidateQueries(webhooksQuery)),
    )
  const test = (): void =>
    attempt(async () => {
      await callApi(calls.testWebhook, { params, body: {} })
      setOpen(true)
      toasts.show({ title: words.testSent, text: url })
    })
  const rotate = (): void =>
    attempt(async () => onSecret((await callApi(calls.rotateWebhookSecret, { params, body: {} })).secret))
  const turn = (): void =>
    attempt(async () => void (await callApi(calls.switchWebhook, { params, body: { isOn: !isOn } })))
  const remove = (): void =>
    attempt(async () => {
      // Deliveries must not be fetched while their webhook is deleted.
      setOpen(false)
      await callApi(calls.deleteWebhook, { params })
      toasts.show({ title: words.removed, text: url })
    })
  const smallButton = { variant: 'paper', size: 'small' } as const
  const actionButton = { ...smallButton, 'aria-disabled': busy || undefined } as const
  return (
    <li className="program-row">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold leading-[1.3]">
        <span className="min-w-0 wrap-anywhere">{url}</span>
        {!isOn ? (
          <Badge look="dashed">{words.isOff}</Badge>
        ) : failingSince ? (
          <Badge look="fault">{words.failing}</Badge>
        ) : (
          <Badge look="good">{words.isOn}</Badge>
        )}
      </p>
      <p className="note">
        {webhook.events.map((event) => words.events[event]).join(', ')}
        {failingSince && `. ${words.failingSince(calendarTime(failingSince, LOCALE))}`}
      </p>
      {secret && (
        <ShownSecret
          title={words.secretTitle}
          copy={words.copySecret}
          close={words.close}
          text={secret.isRotated ? `${words.secretText} ${words.formerSecret}` : words.secretText}
          secret={secret.secret}
          onClose={() => onSecret(null)}
        />
      )}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button {...smallButton} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.deliveries}
        </Button>
        {isOn && (
          <Button {...actionButton} onClick={test}>
            {words.test}
          </Button>
        )}
        <Button {...actionButton} onClick={turn}>
          {isOn ? words.turnOff : words.turnOn}
        </Button>
        <Button {...actionButton} onClick={rotate}>
          {words.rotate}
        </Button>
        <Button {...actionButton} aria-haspopup="dialog" onClick={() => setRemoving(true)}>
          {words.remove}
        </Button>
      </div>
      {isOpen && <Deliveries id={id} isOn={isOn} />}
      {isRemoving && (
        <Dialog title={words.removeTitle} text={words.removeText(url)} onDismiss={() => setRemoving(false)}>
          <div className="mt-5 flex flex-wrap justify-end gap-2 max-phone:*:w-full">
            <Button variant="quiet" onClick={() => setRemoving(false)}>
              {words.keep}
            </Button>
            <Button aria-disabled={busy || undefined} onClick={remove}>
              {words.remove}
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  )
}
