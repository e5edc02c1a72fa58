import { Button } from '@kerf/ui/Button'
import { useState } from 'react'
import { dashboardWords } from '#messages/dashboard.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { SettingsSection } from './SettingsSection.tsx'

const words = dashboardWords.settings.deletion

export function AccountDeletion() {
  const [asking, setAsking] = useState(false)
  return (
    <SettingsSection title={words.title} note={words.text}>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {words.open}
      </Button>
      {asking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </SettingsSection>
  )
}
