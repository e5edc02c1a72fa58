import { Button } from '@kerf/ui/Button'
import { DownloadIcon } from '@kerf/ui/tool-icons'
import { dashboardWords } from '#messages/dashboard.ts'
import { useOneAtATime } from '../../browser/use-one-at-a-time.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { tellFailure } from '../../data/session/show-failure.ts'
import { saveExport } from './export-data.ts'
import { SettingsSection } from './SettingsSection.tsx'

const words = dashboardWords.settings.data

export function DataExport() {
  const { busy, run } = useOneAtATime()
  const save = (): void =>
    void run(async () => {
      try {
        const fileName = await saveExport()
        toasts.show({ title: words.startedTitle, text: words.startedText(fileName) })
      } catch (error) {
        tellFailure(error)
      }
    })
  return (
    <SettingsSection title={words.title} note={words.text}>
      <Button variant="quiet" aria-disabled={busy || undefined} onClick={save}>
        <DownloadIcon />
        {busy ? words.exporting : words.export}
      </Button>
    </SettingsSection>
  )
}
