import { expect, it } from 'vitest'
import { reportReadiness } from './report-health.ts'

it('a process is not ready without its database or files, and says which', async () => {
  const answer = async () => undefined
  const fail = () => Promise.reject(new Error('gone'))
  expect(await reportReadiness({ database: { ping: answer }, files: { check: answer } })).toMatchObject({ ready: true })
  expect(await reportReadiness({ database: { ping: fail }, files: { check: fail } })).toEqual({
    ready: false,
    failing: ['database', 'storage'],
  })
})
