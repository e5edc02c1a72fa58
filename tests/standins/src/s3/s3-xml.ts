/** One element; what is inside is text, or elements. Undefined ones are left out. */
export type XmlNode = [name: string, inside: string | number | boolean | Date | undefined | XmlNode[]]

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** A document as S3 answers it. */
export function s3Xml([name, inside]: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">${contentOf(inside)}</${name}>`
}

/** The text of each element of this name, at any depth. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => unescapeXml(text))
}

function contentOf(inside: XmlNode[1]): string {
  if (inside === undefined) return ''
  if (inside instanceof Date) return inside.toISOString()
  if (!Array.isArray(inside)) return escapeXml(String(inside))
  return inside.map(([name, more]) => (more === undefined ? '' : `<${name}>${contentOf(more)}</${name}>`)).join('')
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const unescapeXml = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
