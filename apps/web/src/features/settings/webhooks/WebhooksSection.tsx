import * as calls from '@kerf/contract/webhooks'
import { Badge } from '@kerf/ui/Badge'
import { Button } from '@kerf/ui/Button'
import { Dialog } from '@kerf/ui/Dialog'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { webhookWords as words } from '#messages/account/webhooks.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'
import { showFailure } from '../../../data/feedback/show-failure.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { calendarTime } from '../../../data/formatting/dates.ts'
import { LOCALE } from '../../../data/formatting/interface-locale.ts'
import { callApi } from '../../../data/session/with-session.ts'
import type { Confirming } from '../AccountForm.tsx'
import { type NewSecret, ProgramsSection } from '../ProgramsSection.tsx'
import { webhooksQuery } from '../program-queries.ts'
import { Deliveries } from './Deliveries.tsx'
import { NewWebhook } from './NewWebhook.tsx'

/** Webhooks of the account, which are sent events of its clips, and their deliveries. */
export function WebhooksSection({ user }: Pick<Confirming, 'user'>) {
  return (
    <ProgramsSection
      words={words}
      secretWords={{ title: words.secretTitle, copy: words.copySecret, close: words.close }}
      howTo="signature"
      query={webhooksQuery}
      row={(webhook, shownSecret, onSecret) => (
        <WebhookRow key={webhook.id} webhook={webhook} shownSecret={shownSecret} onSecret={onSecret} />
      )}
      form={(onSecret) => <NewWebhook user={user} onSecret={onSecret} />}
    />
  )
}

interface WebhookRowProps {
  webhook: calls.Webhook
  shownSecret: ReactNode
  onSecret: (secret: NewSecret) => void
}

function WebhookRow({ webhook, shownSecret, onSecret }: WebhookRowProps) {
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
  const sendTest = (): void =>
    attempt(async () => {
      await callApi(calls.testWebhook, { params, body: {} })
      setOpen(true)
      toasts.show({ title: words.testSent, text: url })
    })
  const rotate = (): void =>
    attempt(async () => {
      const { secret } = await callApi(calls.rotateWebhookSecret, { params, body: {} })
      onSecret({ id, secret, text: `${words.secretText} ${words.formerSecret}` })
    })
  const toggle = (): void =>
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
      {shownSecret}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button {...smallButton} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.deliveries}
        </Button>
        {isOn && (
          <Button {...actionButton} onClick={sendTest}>
            {words.test}
          </Button>
        )}
        <Button {...actionButton} onClick={toggle}>
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
