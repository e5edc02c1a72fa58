import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { describeStartupError } from './describe-startup-error.ts'
import { EnvironmentError } from './environment.ts'

it('a taken port is named, with the variable to set', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const error = await new Promise((resolve) => createServer().once('error', resolve).listen(port, '127.0.0.1'))
  expect(describeStartupError(error)).toBe(
    `127.0.0.1:${port} is taken by another program. Stop that one, or set PORT to another port.`,
  )
  await new Promise((resolve) => server.close(resolve))
})

it('a database that is down is reported, even if the cause is deeply nested', () => {
  const connectionError = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect(describeStartupError(new Error('Failed query', { cause: new Error('', { cause: connectionError }) }))).toBe(
    'The database is not responding. Check that it is running and that its address is correct. (ECONNREFUSED)',
  )
  expect(describeStartupError(new Error('The server does not support SSL connections'))).toMatch(/takes no TLS/)
  expect(describeStartupError(new Error('Connection terminated due to connection timeout'))).toMatch(
    /^The database is not responding. .*drops it/,
  )
  expect(describeStartupError(Object.assign(new Error(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }))).toMatch(
    /sslrootcert=/,
  )
})

it('a full disk is reported without a stack', () => {
  const fullDiskError = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  })
  expect(describeStartupError(fullDiskError)).toMatch(/^The disk is full: .*\(ENOSPC\)$/)
})

it('damaged files of the database are reported with the command that restores a backup', () => {
  const damageError = Object.assign(new Error('invalid page in block 0'), { code: 'XX001' })
  expect(describeStartupError(new Error('Failed query', { cause: damageError }))).toMatch(
    /restore -- latest --set-aside \(XX001\)$/,
  )
})

it('an error for operators keeps its message, and unknown errors get no sentence', () => {
  expect(describeStartupError(new EnvironmentError('PORT is none.'))).toBe('PORT is none.')
  expect(describeStartupError(new TypeError('undefined is not a function'))).toBeNull()
  expect(describeStartupError('a word')).toBeNull()
})

it.each([
  ['25006', /^The database can only be read: .*\(25006\)$/],
  ['3F000', /create schema public authorization USER\. \(3F000\)$/],
])('database error %s is reported with the way to correct it', (code, sentence) => {
  const databaseError = Object.assign(new Error('refused'), { code })
  expect(describeStartupError(new Error('Failed query', { cause: databaseError }))).toMatch(sentence)
})
