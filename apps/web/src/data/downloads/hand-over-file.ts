import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { saveWords } from '#messages/clips/save.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { saveAddress } from '../../browser/save-file.ts'

/**
 * Saves the file at an address under a name, with a temporary link. Browsers inside other apps cannot save through
 * links, so they get a new window. Where windows are blocked, the address goes to the clipboard. Returns the toast for
 * the method that was used: `startedMessage` where the browser saves.
 */
export async function handOverFile(
  address: string,
  fileName: string,
  startedMessage: ToastMessage,
): Promise<ToastMessage> {
  if (saveByLink(address, fileName) || openWindow(address)) return startedMessage
  try {
    await navigator.clipboard.writeText(new URL(address, location.href).href)
    return { title: saveWords.linkCopied, text: saveWords.linkCopiedText }
  } catch {
    return { title: toolWords.downloadToasts.failed, text: saveWords.noWayToSave, tone: 'fault' }
  }
}

function saveByLink(address: string, fileName: string): boolean {
  if (!('download' in HTMLAnchorElement.prototype)) return false
  try {
    saveAddress(address, fileName)
    return true
  } catch {
    return false
  }
}

/** Opens a window without `noopener`, which would make `window.open` always return null. The address is our own. */
function openWindow(address: string): boolean {
  const newWindow = window.open(address, '_blank')
  if (!newWindow) return false
  newWindow.opener = null
  return true
}
