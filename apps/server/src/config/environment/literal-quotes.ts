import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const QUOTED_PATTERN = /^(?:(["']).*\1|[\u201c\u201e\u00ab\u2018].*[\u201c\u201d\u00bb\u2019])$/s
const LINE_END_PATTERN = /\r\s*$/
/** Variables whose values are never trimmed, so blanks at their ends are refused. Other values are trimmed. */
const UNTRIMMED_VARIABLES = ['SESSION_SECRET', 'ADMIN_PASSWORD', 'DATA_DIR']

/** A value without blanks and byte order marks at its ends. A value of only blanks stays unchanged, and is invalid. */
export function withoutBlanks(name: string, value: string): string {
  return UNTRIMMED_VARIABLES.includes(name) ? value : value.trim() || value
}

/**
 * The end of a sentence about quotes, carriage returns or blanks in a value; null if there are none. `docker run
 * --env-file` and other tools copy them from a file into values. They are not removed here, because an installation may
 * have run with them.
 */
export function complaintAboutQuotes(name: string, value: string): string | null {
  const trimmedValue = value.trim()
  const faults = [
    ...(QUOTED_PATTERN.test(trimmedValue) ? ['is in quotes'] : []),
    ...(LINE_END_PATTERN.test(value) ? ['ends with a carriage return, as in files of Windows'] : []),
  ]
  if (faults.length === 0 && trimmedValue !== value && UNTRIMMED_VARIABLES.includes(name))
    faults.push('begins or ends with a blank')
  if (faults.length === 0) return null
  return `${faults.join(' and ')}, which would be part of the value. Remove it there${adviceToKeep(name, value)}`
}

/** The end of a sentence that says how to keep data that was stored under the quoted value. */
function adviceToKeep(name: string, value: string): string {
  if (name === 'SESSION_SECRET')
    return '. If Kerf has run with it, save the value unchanged as DATA_DIR/secrets/session, and unset SESSION_SECRET'
  if (name === 'ADMIN_PASSWORD') return '. An admin who was made with it signs in with it unchanged'
  const folder = resolve(value)
  if (name === 'DATA_DIR' && existsSync(folder))
    return `. Kerf has run with it: its data is in ${JSON.stringify(folder)}, and has to be moved to the folder that you mean`
  return ''
}
