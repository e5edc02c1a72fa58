import { type SettingsUpdate, type SettingsView, sendTestEmail } from '@kerf/contract/admin-settings'
import { Button, buttonClass } from '@kerf/ui/Button'
import { FieldFault } from '@kerf/ui/TextField'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { accessWords } from '#messages/account/access.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { setupChoiceWords as words } from '#messages/setup.ts'
import { keepFocus } from '../../../browser/keep-focus.ts'
import { ownServerAddress } from '../../../browser/own-address.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'
import { ReadFailed } from '../../../controls/ReadFailed.tsx'
import { toasts } from '../../../data/feedback/toasts.ts'
import { useSentForm } from '../../../data/forms/use-sent-form.ts'
import { PAGES } from '../../../data/navigation/pages.ts'
import { queryClient } from '../../../data/queries/query-client.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { healthQuery, settingsQuery } from '../admin-queries.ts'
import { reportFailure, tellServerSentence } from '../lists/report-failure.ts'
import { AccessChoice } from './AccessChoice.tsx'
import { messageOf } from './health-parts.ts'
import { PlansChoice } from './PlansChoice.tsx'
import { changedSettings, useSaveSettings, withoutSecret } from './SettingsForm.tsx'
import { SourceChoice } from './SourceChoice.tsx'

/** First choices of a new admin. Each has a default, and can be changed in the panel later. */
export function SetupChoices() {
  return (
    <QueryClientProvider client={queryClient}>
      <Choices />
    </QueryClientProvider>
  )
}

function Choices() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery)
  return (
    <section ref={keepFocus} className="page pt-[clamp(28px,6vh,64px)] pb-10 *:max-w-180">
      <h1 className="text-h2/[1.1] font-[650] tracking-[-0.025em]" tabIndex={-1}>
        {words.title}
      </h1>
      <p className="mt-3.5 text-ink-2">{words.lead}</p>
      {data && <ChoicesForm settings={data} />}
      {!data && error && (
        <ReadFailed
          lead={adminSettingsWords.settings.failed}
          error={error}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
    </section>
  )
}

function ChoicesForm({ settings }: { settings: SettingsView }) {
  const saveSettings = useSaveSettings()
  const { form, submit, sending, refusal } = useSentForm<SettingsUpdate>({
    begin: withoutSecret(settings),
    async send(values, { goTo }) {
      const { access } = await saveSettings(changedSettings(withoutSecret(settings), values))
      // On a closed server the admin panel follows, where people are invited.
      goTo(access === 'closed' ? PAGES.admin.path : PAGES.home.path)
    },
    tell: tellServerSentence,
  })
  return (
    <form noValidate onSubmit={submit}>
      <Choice legend={accessWords.legend}>
        <AccessChoice form={form} />
      </Choice>
      <Choice legend={words.sources}>
        <SourceChoice form={form} />
        <p className="note">{words.sourcesNote}</p>
      </Choice>
      <Choice legend={words.mail}>
        <MailState />
      </Choice>
      <Choice legend={words.address}>
        <AddressState configured={settings.publicUrl} />
      </Choice>
      <Choice legend={adminSettingsWords.settings.sale.legend}>
        <PlansChoice form={form} settings={settings} />
      </Choice>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 pt-6">
        <Button variant="primary" type="submit" aria-disabled={sending || undefined}>
          {sending ? words.saving : words.save}
        </Button>
        <Link href={PAGES.home.path} className={buttonClass({ variant: 'quiet' })}>
          {words.skip}
        </Link>
        <div role="alert">{refusal && <FieldFault fieldId="setup">{refusal}</FieldFault>}</div>
      </div>
    </form>
  )
}

function Choice({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-2.5 border-b border-line pt-6 pb-6">
      <legend className="float-left w-full text-lead font-semibold">{legend}</legend>
      {children}
    </fieldset>
  )
}

/** State of the sending of emails, and a button that sends a test email. The environment sets up emails. */
function MailState() {
  const { data } = useQuery(healthQuery)
  const testRun = useOneAtATime()
  const sendTest = (): Promise<void> =>
    testRun.run(async () => {
      try {
        const { email, place } = await callApi(sendTestEmail, { body: {} })
        toasts.show({ title: words.tested, text: words.testedText(email, place) })
        void queryClient.invalidateQueries({ queryKey: healthQuery.queryKey })
      } catch (error) {
        reportFailure(error)
      }
    })
  return (
    <>
      <p className="wrap-anywhere" role="status">
        {data ? messageOf(data.checks.mail) : '\u00a0'}
      </p>
      <p className="note wrap-anywhere">{words.mailHow}</p>
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        aria-disabled={testRun.busy || undefined}
        onClick={sendTest}
      >
        {testRun.busy ? words.testing : words.test}
      </Button>
    </>
  )
}

const EXAMPLE_ADDRESS = 'https://kerf.example.org'
/** Whether a host is a public name: no IP address, and no name of this machine or network. */
const isPublicName = (host: string): boolean => /\.[a-z]{2,}$/i.test(host) && !/\.(local|lan|internal)$/i.test(host)

function AddressState({ configured }: { configured: string | null }) {
  const usedAddress = ownServerAddress()
  const configuredAddress = configured?.replace(/\/$/, '') ?? null
  return (
    <>
      <p className="wrap-anywhere">
        {words.addressUsed(usedAddress)}{' '}
        {configuredAddress === null ? words.addressUnset : configuredAddress === usedAddress ? words.addressSame : null}
      </p>
      {configuredAddress === null && (
        <p className="note wrap-anywhere">
          {words.addressPublic(isPublicName(location.hostname) ? usedAddress : EXAMPLE_ADDRESS)}
        </p>
      )}
      {configuredAddress !== null && configuredAddress !== usedAddress && (
        <p className="wrap-anywhere">{words.addressOther(configuredAddress)}</p>
      )}
    </>
  )
}
