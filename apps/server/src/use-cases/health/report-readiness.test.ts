import { expect, it } from 'vitest'
import { reportReadiness } from './report-health.ts'

it('a process is not ready while its database is silent or its files are away, and says which', async () => {
  const ready = async () => undefined
  const gone = () => Promise.reject(new Error('gone'))
  expect(await reportReadiness({ database: { ping: ready }, files: { check: ready } })).toMatchObject({ ready: true })
  expect(await reportReadiness({ database: { ping: gone }, files: { check: gone } })).toEqual({
    ready: false,
    failing: ['database', 'storage'],
  })
})
