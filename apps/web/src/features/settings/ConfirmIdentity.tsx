import { startOidc } from '@kerf/contract/oidc'
import { Button } from '@kerf/ui/Button'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { showFailure } from '../../data/feedback/show-failure.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { callApi } from '../../data/session/with-session.ts'
import { SettingsSection } from './AccountForm.tsx'

const words = dashboardWords.settings.identity

/** Button for accounts without a password. A new sign-in confirms changes in place of the password. */
export function ConfirmIdentity({ provider }: { provider: string }) {
  const { busy, run } = useOneAtATime()
  const startSignIn = () =>
    run(async () => {
      try {
        const { url } = await callApi(startOidc, { body: { goTo: PAGES.settings.path, again: true } })
        location.assign(url)
      } catch (error) {
        showFailure(error)
      }
    })
  return (
    <SettingsSection title={words.title} note={words.text(provider)}>
      <Button variant="quiet" aria-disabled={busy || undefined} onClick={startSignIn}>
        {words.again(provider)}
      </Button>
    </SettingsSection>
  )
}
