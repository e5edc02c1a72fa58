import { removeSecondFactor, startSecondFactor } from '@kerf/contract/user'
import { Badge } from '@kerf/ui/Badge'
import { useEffect, useRef, useState } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { accountChanged, session } from '../../data/session/session.ts'
import { callApi } from '../../data/session/with-session.ts'
import { type AccountFormContext, SettingsSection } from './AccountForm.tsx'
import { NewBackupCodes } from './NewBackupCodes.tsx'
import { PasswordConfirmedForm } from './PasswordConfirmedForm.tsx'
import type { SecondFactorStart } from './SecondFactorSetup.tsx'

const words = dashboardWords.settings.secondFactor
const identityWords = dashboardWords.settings.identity

/** Loads the setup, with its QR encoder, on demand. */
const loadSetup = () => import('./SecondFactorSetup.tsx')
type SetupModule = Awaited<ReturnType<typeof loadSetup>>

/** Second factor of an account, which is off, being set up, or on. Once it is on, sign-in requires a code of an app. */
export function SecondFactor(context: AccountFormContext) {
  const { user, hasPassword } = context
  const [setup, setSetup] = useState<{ part: SetupModule; start: SecondFactorStart } | null>(null)
  const [isRenewing, setIsRenewing] = useState(false)
  const stateLine = useRef<HTMLParagraphElement>(null)
  const isOn = user.secondFactor
  const wasOn = useRef(isOn)

  // The focused button disappears, so the focus moves to the line that shows the new state.
  useEffect(() => {
    if (isOn !== wasOn.current) stateLine.current?.focus()
    wasOn.current = isOn
  }, [isOn])

  async function beginSetup(password: string | undefined): Promise<void> {
    const setupModule = await loadSetup()
    try {
      setSetup({ part: setupModule, start: await callApi(startSecondFactor, { body: { password } }) })
    } catch (error) {
      // The second factor was probably switched on in another tab.
      if (error instanceof ApiError && error.code === 'invalid_request') await accountChanged()
      const currentSession = session.current()
      if (currentSession.state !== 'signed_in' || !currentSession.user.secondFactor) throw error
    }
  }

  async function switchOff(password: string | undefined): Promise<void> {
    await callApi(removeSecondFactor, { body: { password } })
    setSetup(null)
    session.set({ ...user, secondFactor: false })
    toasts.show({ title: words.offTitle, text: words.offText })
  }

  function finishSetup(): void {
    setSetup(null)
    setIsRenewing(false)
    session.set({ ...user, secondFactor: true })
    toasts.show({ title: words.onTitle, text: words.onText })
  }

  return (
    <SettingsSection title={words.title} note={hasPassword ? words.text : identityWords.factorText}>
      <p ref={stateLine} tabIndex={-1} className="flex flex-wrap items-center gap-y-1 gap-x-3 mb-4.5 outline-none">
        {isOn ? <Badge look="good">{words.on}</Badge> : <Badge look="dashed">{words.off}</Badge>}{' '}
        {isOn ? words.isOn : hasPassword ? words.isOff : identityWords.factorOff}
      </p>
      {isOn && !isRenewing && (
        <PasswordConfirmedForm key="off" {...context} action={words.switchOff} send={switchOff} />
      )}
      {isOn && <NewBackupCodes context={context} isOpen={isRenewing} onOpen={setIsRenewing} />}
      {!isOn && !setup && <PasswordConfirmedForm key="on" {...context} action={words.begin} send={beginSetup} />}
      {!isOn && setup && (
        <setup.part.SecondFactorSetup
          context={context}
          start={setup.start}
          onConfirmed={finishSetup}
          onCancel={() => setSetup(null)}
        />
      )}
    </SettingsSection>
  )
}
