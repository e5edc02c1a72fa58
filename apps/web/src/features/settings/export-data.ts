import { pathFor } from '@kerf/contract/protocol/client'
import { exportData } from '@kerf/contract/user'
import { PRODUCT_SLUG } from '@kerf/domain/product'
import { asPerson } from '../../data/session/as-person.ts'
import { ApiError, OfflineError } from '../../data/queries/calls.ts'
import { saveFile } from '../../browser/save-file.ts'

/** What the file is called where the server does not say. */
const EXPORT_FILE = `${PRODUCT_SLUG}_export.json`

/**
 * Saves the export under the name that the server gives it, and answers that name. It is asked for once, here, so that a
 * refusal is told on the page instead of being saved as a file. Throws ApiError or OfflineError.
 */
export const saveExport = (): Promise<string> => asPerson(save)

async function save(): Promise<string> {
  const address = pathFor(exportData)
  const answer = await fetch(address, { credentials: 'include' }).catch((error: unknown) => {
    throw new OfflineError('No answer from the server.', { cause: error })
  })
  if (!answer.ok) throw await ApiError.from(answer)
  const [, fileName = EXPORT_FILE] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  const file = await answer.blob().catch((error: unknown) => {
    throw new OfflineError('The answer broke off.', { cause: error })
  })
  saveFile(file, fileName)
  return fileName
}
