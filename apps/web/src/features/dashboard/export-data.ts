import { pathFor } from '@kerf/contract/client'
import { exportData } from '@kerf/contract/user'
import { PRODUCT_SLUG } from '@kerf/domain/product'
import { asPerson } from '../../api/as-person.ts'
import { ApiError, OfflineError } from '../../api/calls.ts'

export const EXPORT_FILE = `${PRODUCT_SLUG}_account.json`

/**
 * Hands the export to the browser's own download. Whether the server gives it is asked beforehand, so that a refusal is
 * told on the page instead of being saved as a file. Throws ApiError or OfflineError.
 */
export const saveExport = (): Promise<void> => asPerson(save)

async function save(): Promise<void> {
  const address = pathFor(exportData)
  const answer = await fetch(address, { credentials: 'include' }).catch((error: unknown) => {
    throw new OfflineError('No answer from the server.', { cause: error })
  })
  if (!answer.ok) throw await ApiError.from(answer)
  await answer.body?.cancel()
  const link = document.createElement('a')
  link.href = address
  link.download = EXPORT_FILE
  document.body.append(link)
  link.click()
  link.remove()
}
