import { escapeHtml } from '@kerf/domain/text/escape-html'

/** A piece of HTML, as opposed to a text that must be escaped. */
export interface Html {
  html: string
}

type Value = string | number | Html | null | readonly Value[]

/** HTML of a template. Texts and numbers in it are escaped; null is left out; lists are joined. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(toHtml)) }
}

/** HTML of a text that needs no escaping, such as a style sheet. */
export const raw = (text: string): Html => ({ html: text })

function toHtml(value: Value): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(toHtml).join('')
  return typeof value === 'object' ? (value as Html).html : escapeHtml(String(value))
}
