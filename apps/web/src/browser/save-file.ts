/** Lifetime of an object URL: Safari fetches it only after the click. */
const OBJECT_URL_LIFETIME_MILLISECONDS = 60_000

/** Saves content of the page as a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  saveAddress(address, name)
  setTimeout(() => URL.revokeObjectURL(address), OBJECT_URL_LIFETIME_MILLISECONDS)
}

/** Starts the browser's own download of an address. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

export function saveText(name: string, text: string): void {
  saveFile(new Blob([text], { type: 'text/plain' }), name)
}
