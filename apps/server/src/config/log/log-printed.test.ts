import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, it } from 'vitest'
import { errorForLog, logPrinted } from './create-log.ts'

/** Error of drizzle, with the values of the query. */
const FAILED_QUERY = 'Failed query: select * from users where id = $1\nparams: anna@example.org'

it('an error of the database that a library prints is a line of the log, without what was asked about', () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (line, _encoding, callback) => {
      lines.push(String(line))
      callback()
    },
  })
  const log = pino({ serializers: { err: errorForLog } }, sink)
  const former = [console.error, console.warn]
  const undo = logPrinted(log)
  try {
    console.error('# SERVER_ERROR:', new Error(FAILED_QUERY))
    console.warn('look at %s', 'https://example.org/?token=abc', { password: 'x' })
  } finally {
    undo()
  }
  expect([console.error, console.warn]).toEqual(former)
  const logged = lines.join('')
  expect(logged).toContain('select * from users')
  expect(logged).toContain('printed by a library')
  expect(logged).toContain('https://example.org/')
  for (const hidden of ['anna@example.org', 'token=abc']) expect(logged).not.toContain(hidden)
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
})
