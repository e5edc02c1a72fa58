import { exportUsers as exportCall } from '@kerf/contract/admin-users'
import type { User } from '@kerf/contract/auth'
import { ApiError, OfflineError, pathFor, queryString } from '@kerf/contract/protocol/client'
import { USERS_EXPORT_HEADER, usersExportLine, usersExportName } from '@kerf/domain/people/users-export'
import type { ToastMessage } from '@kerf/ui/toast-store'
import { adminWords } from '#messages/admin.ts'
import type { UsersRequest } from '../admin-queries.ts'
import { figure } from '../figures.ts'

const words = adminWords.userToasts

/** One byte of it, which reveals nothing: it is asked for to learn whether the whole would be given. */
const PROBE = { range: 'bytes=0-0' }

/**
 * Saves everybody who fits as CSV. The server streams it into the browser's own download, so that ten thousand rows never pass
 * through the page; its first byte is asked for beforehand, so that a refusal is shown here instead of being saved as a file.
 * A server that has no export leaves what is on the screen. Throws ApiError and OfflineError.
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
    save(address, name)
    return { title: words.exported, text: name }
  }
  const refusal = await ApiError.from(probe)
  if (refusal.code !== 'not_set_up' && refusal.status !== 404) throw refusal
  saveShown(shown, name)
  return { title: words.exported, text: words.exportedShown(shown.length, figure(shown.length)) }
}

function saveShown(shown: readonly User[], name: string): void {
  // Spreadsheets take a file without this mark for one in the encoding of their country.
  const text = ['\ufeff', USERS_EXPORT_HEADER, ...shown.map(usersExportLine)]
  const address = URL.createObjectURL(new Blob(text, { type: 'text/csv' }))
  save(address, name)
  URL.revokeObjectURL(address)
}

function save(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
