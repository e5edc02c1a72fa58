import { Button } from '@kerf/ui/Button'
import { useState } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { type AccountFormContext, SettingsSection } from './AccountForm.tsx'

const loadDialog = () => import('./DeleteAccountDialog.tsx')

const words = dashboardWords.settings.deletion

export function AccountDeletion({ hasPassword }: Pick<AccountFormContext, 'hasPassword'>) {
  const [isAsking, setIsAsking] = useState(false)
  // If the dialog failed to load, each press loads it again.
  const [pressCount, setPressCount] = useState(0)
  const dialogModule = useLoaded(loadDialog, pressCount > 0 ? pressCount : null)
  function openDialog(): void {
    setPressCount(pressCount + 1)
    setIsAsking(true)
  }
  return (
    <SettingsSection title={words.title} note={hasPassword ? words.text : dashboardWords.settings.identity.deletion}>
      <Button variant="quiet" aria-haspopup="dialog" onClick={openDialog}>
        {words.open}
      </Button>
      {isAsking && dialogModule && (
        <dialogModule.DeleteAccountDialog hasPassword={hasPassword} onClose={() => setIsAsking(false)} />
      )}
    </SettingsSection>
  )
}
