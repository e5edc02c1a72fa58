import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const IN_QUOTES = /^(?:(["']).*\1|[\u201c\u201e\u00ab\u2018].*[\u201c\u201d\u00bb\u2019])$/s
const LINE_END = /\r\s*$/
/** Variables whose values are never trimmed, so that blanks at their ends are refused. Other values are trimmed. */
const UNTRIMMED = ['SESSION_SECRET', 'ADMIN_PASSWORD', 'DATA_DIR']

/** A value without blanks and byte order marks at its ends. Values of blanks alone stay unchanged, and are invalid. */
export function withoutBlanks(name: string, value: string): string {
  return UNTRIMMED.includes(name) ? value : value.trim() || value
}

/**
 * The end of a sentence about quotes, carriage returns or blanks in a value; null where there are none. `docker run
 * --env-file` and other tools copy them from a file into values. They are not removed here, because an installation may
 * have run with such a value.
 */
export function complaintAboutQuotes(name: string, value: string): string | null {
  const line = value.trim()
  const faults = [
    ...(IN_QUOTES.test(line) ? ['is in quotes'] : []),
    ...(LINE_END.test(value) ? ['ends with a carriage return, as in files of Windows'] : []),
  ]
  if (faults.length === 0 && line !== value && UNTRIMMED.includes(name)) faults.push('begins or ends with a blank')
  if (faults.length === 0) return null
  return `${faults.join(' and ')}, which would be part of the value. Remove it there${wayToKeep(name, value)}`
}

/** The end of a sentence that says how to keep what was stored under such a value. */
function wayToKeep(name: string, value: string): string {
  if (name === 'SESSION_SECRET')
    return '. If Kerf has run with it, save the value unchanged as DATA_DIR/secrets/session, and unset SESSION_SECRET'
  if (name === 'ADMIN_PASSWORD') return '. An admin who was made with it signs in with it unchanged'
  const folder = resolve(value)
  if (name === 'DATA_DIR' && existsSync(folder))
    return `. Kerf has run with it: its data is in ${JSON.stringify(folder)}, and has to be moved to the folder that you mean`
  return ''
}
