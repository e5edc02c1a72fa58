import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const IN_QUOTES = /^(["']).*\1$/s

/**
 * Why a value cannot be meant as it is, as the end of a sentence; null where it can. `docker run --env-file` and others take
 * quotes and carriage returns of a file into the values. They are not left out here: an installation may live by such a value.
 */
export function complaintAboutQuotes(name: string, value: string): string | null {
  const line = value.replace(/\r+$/, '')
  const faults = [
    ...(IN_QUOTES.test(line) ? ['is in quotes'] : []),
    ...(line === value ? [] : ['ends with a carriage return, as in files of Windows']),
  ]
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
