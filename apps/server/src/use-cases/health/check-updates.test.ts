import { expect, it } from 'vitest'
import { UpdatesError } from '../../ports/updates.ts'
import { checkUpdates } from './report-admin-health.ts'

it('no update server is contacted unless the operator names one', async () => {
  expect(await checkUpdates({ version: '0.3.0', newestVersion: null })).toMatchObject({
    state: 'off',
    message: 'This is version 0.3.0. Kerf asks nobody about newer ones, unless UPDATES_FROM names a place of yours.',
  })
})

it.each([
  ['0.4.0', 'Version 0.4.0 is available. This is version 0.3.0.'],
  ['0.3.0', 'This is version 0.3.0. UPDATES_FROM names no newer one.'],
  ['0.2.9', 'This is version 0.3.0. UPDATES_FROM names no newer one.'],
])('the answer %s of an update server gives: %s', async (newestName, message) => {
  expect(await checkUpdates({ version: '0.3.0', newestVersion: async () => newestName })).toMatchObject({
    state: 'ok',
    message,
  })
})

it('an unreachable update server is named with its cause, and degrades nothing else', async () => {
  const newestVersion = () => Promise.reject(new UpdatesError('status 503'))
  expect(await checkUpdates({ version: '0.3.0', newestVersion })).toMatchObject({
    state: 'degraded',
    message: 'This is version 0.3.0. The newest one is unknown, because UPDATES_FROM cannot be read: status 503.',
  })
})
