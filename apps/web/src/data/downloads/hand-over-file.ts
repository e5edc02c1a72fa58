import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { saveWords } from '#messages/clips/save.ts'
import { toolWords } from '#messages/clips/tool.ts'
import { saveAddress } from '../../browser/save-file.ts'

/**
 * Saves what lies at an address under a name: through a temporary link; where links cannot save, as in the browsers inside
 * other apps, in a new window; where those are blocked, by putting the address into the clipboard. Returns the toast that says
 * which: `started` where the browser saves.
 */
export async function handOverFile(address: string, fileName: string, started: ToastMessage): Promise<ToastMessage> {
  if (saveByLink(address, fileName) || openWindow(address)) return started
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

/** Not with `noopener`: it makes the answer null whether the window opened or not. The address is our own. */
function openWindow(address: string): boolean {
  const opened = window.open(address, '_blank')
  if (!opened) return false
  opened.opener = null
  return true
}
