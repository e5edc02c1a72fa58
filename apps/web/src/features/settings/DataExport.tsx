import { pathFor } from '@kerf/contract/protocol/client'
import { exportData } from '@kerf/contract/user'
import { PRODUCT_SLUG } from '@kerf/domain/site/product'
import { Button } from '@kerf/ui/Button'
import { DownloadIcon } from '@kerf/ui/icons/tool-icons'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { saveFile } from '../../browser/save-file.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { showFailure } from '../../data/feedback/show-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { ApiError, OfflineError } from '../../data/queries/calls.ts'
import { withSession } from '../../data/session/with-session.ts'
import { SettingsSection } from './AccountForm.tsx'

const words = dashboardWords.settings.data

export function DataExport() {
  const { busy, run } = useOneAtATime()
  const save = (): void =>
    void run(async () => {
      try {
        const fileName = await saveExport()
        toasts.show({ title: words.startedTitle, text: words.startedText(fileName) })
      } catch (error) {
        showFailure(error)
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

/** Name of the file where the server sends none. */
const DEFAULT_FILE_NAME = `${PRODUCT_SLUG}_export.json`

/**
 * Saves the export under the name that the server sends. The page itself fetches it, so that a refusal is shown on the
 * page instead of being saved as a file. Throws ApiError or OfflineError.
 * @returns the name of the file
 */
const saveExport = (): Promise<string> => withSession(fetchAndSave)

async function fetchAndSave(): Promise<string> {
  const address = pathFor(exportData)
  const response = await fetch(address, { credentials: 'include' }).catch((error: unknown) => {
    throw new OfflineError('No answer.', { cause: error })
  })
  if (!response.ok) throw await ApiError.from(response)
  const [, fileName = DEFAULT_FILE_NAME] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const file = await response.blob().catch((error: unknown) => {
    throw new OfflineError('The answer broke off.', { cause: error })
  })
  saveFile(file, fileName)
  return fileName
}
