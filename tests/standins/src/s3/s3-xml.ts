/** Content of an element: text, or elements by name; several of one name are a list. Undefined ones are left out. */
type XmlContent = string | number | boolean | Date | undefined | XmlElements
interface XmlElements {
  [name: string]: XmlContent | readonly XmlContent[]
}

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** A document as S3 answers it. */
export function s3Xml(name: string, content: XmlElements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">${xmlOf(content)}</${name}>`
}

/** The text of each element of this name, at any depth. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => unescapeXml(text))
}

function xmlOf(content: XmlContent): string {
  if (content instanceof Date) return content.toISOString()
  if (typeof content !== 'object') return escapeXml(String(content))
  const elements = Object.entries(content).flatMap(([name, value]) =>
    [value].flat().map((item) => (item === undefined ? '' : `<${name}>${xmlOf(item)}</${name}>`)),
  )
  return elements.join('')
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const unescapeXml = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
