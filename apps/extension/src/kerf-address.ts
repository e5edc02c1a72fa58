/** The address of a Kerf as somebody types it, without a path; null if it is none. What has no scheme gets https. */
export function kerfAddress(typed: string): string | null {
  const text = typed.trim()
  const address = /^[a-z][a-z+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !['https:', 'http:'].includes(url.protocol)) return null
  if (url.username !== '' || url.password !== '' || /\s/.test(text)) return null
  return url.origin
}
