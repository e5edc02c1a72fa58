import { expect, it } from 'vitest'
import { databaseTrouble } from './database-trouble.ts'

/** As drizzle-orm wraps it. */
const failed = (cause: unknown) => new Error('Failed query: insert into "videos" ...', { cause })
const withCode = (code: string) => Object.assign(new Error('no'), { code })

it.each([
  ['the disk is full', failed(withCode('53100')), 'storage_full'],
  ['the disk for files is full', withCode('ENOSPC'), 'storage_full'],
  ['an admin has ended it', failed(withCode('57P01')), 'busy'],
  ['it is starting', withCode('57P03'), 'busy'],
  ['it has no connection left', withCode('53300'), 'busy'],
  ['nobody listens there', withCode('ECONNREFUSED'), 'busy'],
  ['its socket is gone', failed(Object.assign(withCode('ENOENT'), { syscall: 'connect' })), 'busy'],
  ['it went away in the middle', failed(new Error('Connection terminated unexpectedly')), 'busy'],
  ['a file is missing', Object.assign(withCode('ENOENT'), { syscall: 'open' }), null],
  ['two rows are the same', failed(withCode('23505')), null],
  ['it is no error at all', 'no', null],
])('when %s', (_, error, code) => {
  expect(databaseTrouble(error)).toBe(code)
})
