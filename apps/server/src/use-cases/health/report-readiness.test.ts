import { describe, expect, it } from 'vitest'
import { onceASecond } from '../shared/cached-answers.ts'
import { reportReadiness } from './report-health.ts'

describe('a process', () => {
  it('is not ready while its database is silent or its files are away, and says which', async () => {
    const ready = async () => undefined
    const gone = () => Promise.reject(new Error('gone'))
    expect(await reportReadiness({ database: { ping: ready }, files: { check: ready } })).toMatchObject({
      ready: true,
    })
    expect(await reportReadiness({ database: { ping: gone }, files: { check: gone } })).toEqual({
      ready: false,
      failing: ['database', 'storage'],
    })
  })

  it('checks its parts once a second at most, however often it is called', async () => {
    let now = 0
    let asked = 0
    const database = {
      ping: async () => {
        asked += 1
      },
    }
    const deps = { database, files: { check: async () => undefined } }
    const readiness = onceASecond(
      () => reportReadiness(deps),
      () => now,
    )
    await Promise.all(Array.from({ length: 50 }, readiness))
    now = 999
    await readiness()
    expect(asked).toBe(1)
    now = 1000
    await readiness()
    expect(asked).toBe(2)
  })
})
