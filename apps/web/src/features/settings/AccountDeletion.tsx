import { Button } from '@kerf/ui/Button'
import { useState } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { type SettingsFormPlace, SettingsSection } from './SettingsForm.tsx'

const loadDialog = () => import('./DeleteAccountDialog.tsx')

const words = dashboardWords.settings.deletion

export function AccountDeletion({ hasPassword }: Pick<SettingsFormPlace, 'hasPassword'>) {
  const [isAsking, setIsAsking] = useState(false)
  // If the dialog failed to load, each press loads it again.
  const [presses, setPresses] = useState(0)
  const dialog = useLoaded(loadDialog, presses > 0 ? presses : null)
  function open(): void {
    setPresses(presses + 1)
    setIsAsking(true)
  }
  return (
    <SettingsSection title={words.title} note={hasPassword ? words.text : dashboardWords.settings.identity.deletion}>
      <Button variant="quiet" aria-haspopup="dialog" onClick={open}>
        {words.open}
      </Button>
      {isAsking && dialog && (
        <dialog.DeleteAccountDialog hasPassword={hasPassword} onClose={() => setIsAsking(false)} />
      )}
    </SettingsSection>
  )
}
