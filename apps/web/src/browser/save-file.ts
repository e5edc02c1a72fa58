/** Saves what the page holds as a file, by the browser's own download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  URL.revokeObjectURL(address)
}

export function saveText(name: string, text: string): void {
  saveFile(new Blob([text], { type: 'text/plain' }), name)
}
