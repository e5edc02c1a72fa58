import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, it } from 'vitest'
import { openAccounts } from '../../adapters/auth/open-accounts.ts'
import { EMBEDDED } from '../../adapters/database/testing/open-test-database.ts'
import { newId } from '../../use-cases/shared/new-id.ts'
import { errorForLog, logPrinted } from './create-log.ts'

it('an error of the database that better-auth prints is a line of the log, without what was asked about', async () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (line, _encoding, callback) => {
      lines.push(String(line))
      callback()
    },
  })
  const log = pino({ serializers: { err: errorForLog } }, sink)
  const { database } = await EMBEDDED.open()
  // The query for the session works and the one for its user fails. Then better-auth itself prints the error.
  let questions = Number.POSITIVE_INFINITY
  const executor = new Proxy(database.executor, {
    get(target, name) {
      if (name === 'select' && questions-- <= 0)
        throw new Error('Failed query: select * from users where id = $1\nparams: anna@example.org')
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const secret = randomBytes(32).toString('hex')
  const accounts = await openAccounts({ executor, secret, newId, onError: () => undefined })
  const person = { name: 'Anna', username: 'anna', email: 'anna@example.org', password: 'a strip of video' }
  const signUp = await accounts.signUp(person, { address: '203.0.113.7', userAgent: null })
  if (!signUp.ok) throw new Error('taken')
  const former = [console.error, console.warn]
  const undo = logPrinted(log)
  try {
    questions = 1
    await expect(accounts.findSession(signUp.sessionToken)).rejects.toThrow()
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
