import { exportUsers as exportCall } from '@kerf/contract/admin-users'
import type { User } from '@kerf/contract/auth'
import { ApiError, OfflineError, pathFor, queryString } from '@kerf/contract/protocol/client'
import { USERS_EXPORT_HEADER, usersExportLine, usersExportName } from '@kerf/domain/people/users-export'
import type { ToastMessage } from '@kerf/ui/toast-store'
import { adminWords } from '#messages/admin.ts'
import { saveAddress, saveFile } from '../../../browser/save-file.ts'
import type { UsersRequest } from '../admin-queries.ts'
import { formatNumber } from '../formatting.ts'

const words = adminWords.userToasts

/** One byte, to learn whether the server would send the file. */
const PROBE = { range: 'bytes=0-0' }

/**
 * Saves all matching users as CSV, by the browser's own download. Its first byte is requested first, so that a refusal is shown
 * instead of saved. If the server has no export, saves the rows on the screen. Throws ApiError and OfflineError.
 */
export async function exportUsers(request: UsersRequest, shown: readonly User[]): Promise<ToastMessage> {
  const { search, filter, sort } = request
  const address = pathFor(exportCall) + queryString({ search: search || undefined, filter, sort })
  const name = usersExportName(new Date())
  const probe = await fetch(address, { credentials: 'include', headers: PROBE }).catch((error) => {
    throw new OfflineError('No answer from the server.', { cause: error })
  })
  if (probe.ok) {
    await probe.body?.cancel()
    saveAddress(address, name)
    return { title: words.exported, text: name }
  }
  const refusal = await ApiError.from(probe)
  if (refusal.code !== 'not_set_up' && refusal.status !== 404) throw refusal
  // Without this mark spreadsheets assume the encoding of their country.
  saveFile(new Blob(['\ufeff', USERS_EXPORT_HEADER, ...shown.map(usersExportLine)], { type: 'text/csv' }), name)
  return { title: words.exported, text: words.exportedShown(shown.length, formatNumber(shown.length)) }
}
