/** The link stays in the clipboard, or nothing of all this is possible here. */
export type HandOver = 'saving' | 'copied' | 'refused'

/**
 * Saves what lies at an address under a name: through a temporary link; where links cannot save, as in the browsers inside
 * other apps, in a new window; where those are blocked, by putting the address into the clipboard.
 */
export async function handOverFile(address: string, fileName: string): Promise<HandOver> {
  if (saveByLink(address, fileName) || openWindow(address)) return 'saving'
  try {
    await navigator.clipboard.writeText(new URL(address, location.href).href)
    return 'copied'
  } catch {
    return 'refused'
  }
}

function saveByLink(address: string, fileName: string): boolean {
  const link = document.createElement('a')
  if (!('download' in link)) return false
  link.href = address
  link.download = fileName
  try {
    document.body.append(link)
    link.click()
    return true
  } catch {
    return false
  } finally {
    link.remove()
  }
}

/** Not with `noopener`: it makes the answer null whether the window opened or not. The address is our own. */
function openWindow(address: string): boolean {
  const opened = window.open(address, '_blank')
  if (!opened) return false
  opened.opener = null
  return true
}
