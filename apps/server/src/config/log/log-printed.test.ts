import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, it } from 'vitest'
import { errorForLog, logConsoleOutput } from './create-log.ts'

/** Error message of drizzle with query values. */
const FAILED_QUERY = 'Failed query: select * from users where id = $1\nparams: anna@example.org'

it('a database error that a library prints is logged without query values', () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (line, _encoding, callback) => {
      lines.push(String(line))
      callback()
    },
  })
  const log = pino({ serializers: { err: errorForLog } }, sink)
  const formerMethods = [console.error, console.warn]
  const restoreConsole = logConsoleOutput(log)
  try {
    console.error('# SERVER_ERROR:', new Error(FAILED_QUERY))
    console.warn('look at %s', 'https://example.org/?token=abc', { password: 'x' })
  } finally {
    restoreConsole()
  }
  expect([console.error, console.warn]).toEqual(formerMethods)
  const logText = lines.join('')
  expect(logText).toContain('select * from users')
  expect(logText).toContain('printed by a library')
  expect(logText).toContain('https://example.org/')
  for (const hiddenText of ['anna@example.org', 'token=abc']) expect(logText).not.toContain(hiddenText)
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
})
