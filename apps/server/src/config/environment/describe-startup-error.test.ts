import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { describeStartupError } from './describe-startup-error.ts'
import { EnvironmentError } from './environment.ts'

it('an operator whose port is taken reads which one, and what to set', async () => {
  const first = createServer()
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve))
  const { port } = first.address() as { port: number }
  const error = await new Promise((resolve) => createServer().once('error', resolve).listen(port, '127.0.0.1'))
  expect(describeStartupError(error)).toBe(
    `127.0.0.1:${port} is taken by another program. Stop that one, or set PORT to another port.`,
  )
  await new Promise((resolve) => first.close(resolve))
})

it('an operator whose database is down sees that, however deep the cause is nested', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect(describeStartupError(new Error('Failed query', { cause: new Error('', { cause: refused }) }))).toBe(
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

it('an operator whose disk is full reads that, and not where in the program it was found out', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  expect(describeStartupError(full)).toMatch(/^The disk is full: .*\(ENOSPC\)$/)
})

it('an operator whose database has damaged files reads how to bring it back', () => {
  const damaged = Object.assign(new Error('invalid page in block 0'), { code: 'XX001' })
  expect(describeStartupError(new Error('Failed query', { cause: damaged }))).toMatch(
    /restore -- latest --set-aside \(XX001\)$/,
  )
})

it('a mistake that has a sentence of its own keeps it, and a surprise is shown whole', () => {
  expect(describeStartupError(new EnvironmentError('PORT is none.'))).toBe('PORT is none.')
  expect(describeStartupError(new TypeError('undefined is not a function'))).toBeNull()
  expect(describeStartupError('a word')).toBeNull()
})

it.each([
  ['25006', /^The database can only be read: .*\(25006\)$/],
  ['3F000', /create schema public authorization USER\. \(3F000\)$/],
])('an operator whose database refuses tables by %s reads what to do', (code, sentence) => {
  const refusal = Object.assign(new Error('refused'), { code })
  expect(describeStartupError(new Error('Failed query', { cause: refusal }))).toMatch(sentence)
})
