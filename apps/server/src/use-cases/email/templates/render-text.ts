import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Email, EmailPart } from './email.ts'

export function renderText(email: Email, homeUrl: string): string {
  const parts = email.parts.map(renderPart)
  return `${[...parts, `-- \n${PRODUCT_NAME}, ${homeUrl}`].join('\n\n')}\n`
}

function renderPart(part: EmailPart): string {
  switch (part.kind) {
    case 'words':
      return part.text
    case 'button':
      return `${part.label}:\n${part.url}`
    case 'link':
      return `${part.text}\n${part.url}`
    case 'facts':
      // A line break in a value would look like another fact.
      return part.facts.map(([label, value]) => `${label}: ${linesOf(value).join(' ')}`).join('\n')
    case 'quote':
      return linesOf(part.text)
        .map((line) => `> ${line}`)
        .join('\n')
  }
}

/** Splits at everything that any mail program shows as a line break, so that every quoted line is marked as one. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/)
}
