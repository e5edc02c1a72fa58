import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const IN_QUOTES = /^(?:(["']).*\1|[\u201c\u201e\u00ab\u2018].*[\u201c\u201d\u00bb\u2019])$/s
const LINE_END = /\r\s*$/
/** Their values are kept as they are, so a blank at an end of them is refused. Elsewhere it is left out: no value lives by one. */
const KEPT = ['SESSION_SECRET', 'ADMIN_PASSWORD', 'DATA_DIR']
/** A value without the blanks that a file left at its ends, a byte order mark among them. One of blanks alone stays wrong. */
export function withoutBlanks(name: string, value: string): string {
  return KEPT.includes(name) ? value : value.trim() || value
}

/**
 * Why a value cannot be meant as it is, as the end of a sentence; null where it can. `docker run --env-file` and others take
 * quotes and carriage returns of a file into the values. They are not left out here: an installation may live by such a value.
 */
export function complaintAboutQuotes(name: string, value: string): string | null {
  const line = value.trim()
  const faults = [
    ...(IN_QUOTES.test(line) ? ['is in quotes'] : []),
    ...(LINE_END.test(value) ? ['ends with a carriage return, as in files of Windows'] : []),
  ]
  if (faults.length === 0 && line !== value && KEPT.includes(name)) faults.push('begins or ends with a blank')
  if (faults.length === 0) return null
  return `${faults.join(' and ')}, which would be part of the value. Remove it there${wayToKeep(name, value)}`
}

/** How what was stored by such a value is found again. */
function wayToKeep(name: string, value: string): string {
  if (name === 'SESSION_SECRET')
    return '. If Kerf has run with it, save the value unchanged as DATA_DIR/secrets/session, and unset SESSION_SECRET'
  if (name === 'ADMIN_PASSWORD') return '. An admin who was made with it signs in with it unchanged'
  const folder = resolve(value)
  if (name === 'DATA_DIR' && existsSync(folder))
    return `. Kerf has run with it: its data is in ${JSON.stringify(folder)}, and has to be moved to the folder that you mean`
  return ''
}
