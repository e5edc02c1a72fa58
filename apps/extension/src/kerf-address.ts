import { serverAddressOf } from '@kerf/domain/site/server-address'

/** The address of a Kerf server in a typed text; null if it is invalid. The default scheme is https. */
export function readKerfAddress(input: string): string | null {
  const text = input.trim()
  const address = /^[a-z][a-z+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !['https:', 'http:'].includes(url.protocol)) return null
  if (url.username !== '' || url.password !== '' || /\s/.test(text)) return null
  return serverAddressOf(url)
}
