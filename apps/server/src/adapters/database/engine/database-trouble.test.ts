import { expect, it } from 'vitest'
import { databaseTrouble } from './database-trouble.ts'

/** Wraps an error as drizzle-orm does. */
const wrapInQueryError = (cause: unknown) => new Error('Failed query: insert into "videos" ...', { cause })
const withCode = (code: string) => Object.assign(new Error('no'), { code })

it.each([
  ['the disk is full', wrapInQueryError(withCode('53100')), 'storage_full'],
  ['the disk for files is full', withCode('ENOSPC'), 'storage_full'],
  ['an admin has ended it', wrapInQueryError(withCode('57P01')), 'busy'],
  ['it is starting', withCode('57P03'), 'busy'],
  ['it has no connection left', withCode('53300'), 'busy'],
  ['nobody listens there', withCode('ECONNREFUSED'), 'busy'],
  ['its socket is gone', wrapInQueryError(Object.assign(withCode('ENOENT'), { syscall: 'connect' })), 'busy'],
  ['it went away in the middle', wrapInQueryError(new Error('Connection terminated unexpectedly')), 'busy'],
  ['a file is missing', Object.assign(withCode('ENOENT'), { syscall: 'open' }), null],
  ['two rows are the same', wrapInQueryError(withCode('23505')), null],
  ['it is no error at all', 'no', null],
])('the error is classified when %s', (_, error, code) => {
  expect(databaseTrouble(error)).toBe(code)
})
