import { expect, it } from 'vitest'
import { describeOnDatabases } from '../testing/open-test-database.ts'

const PERIODS = { day: '2026-11-20', month: '2026-11' }

describeOnDatabases('quota in $name', async ({ open }) => {
  const { quota } = (await open()).database.records

  it('a unit counts for its day and its month', async () => {
    await quota.addAll([{ counted: 'anna', periods: { day: '2026-11-19', month: '2026-11' } }], 1)
    await quota.addAll([{ counted: 'anna', periods: PERIODS }], 1)
    expect(await quota.usage('anna', PERIODS)).toEqual({ today: 1, thisMonth: 2 })
    expect(await quota.usage('ben', PERIODS)).toEqual({ today: 0, thisMonth: 0 })
  })

  it('a returned unit is free again, and a count never falls below zero', async () => {
    await quota.addAll([{ counted: 'carla', periods: PERIODS }], 1)
    await quota.addAll([{ counted: 'carla', periods: PERIODS }], -1)
    await quota.addAll([{ counted: 'carla', periods: PERIODS }], -1)
    expect(await quota.usage('carla', PERIODS)).toEqual({ today: 0, thisMonth: 0 })
  })

  it('each period of a viewer is reported, and nothing else', async () => {
    await quota.lock('emil')
    await quota.addAll([{ counted: 'emil', periods: { day: '2026-11-19', month: '2026-11' } }], 1)
    await quota.addAll([{ counted: 'emil', periods: PERIODS }], 1)
    expect(await quota.list('emil')).toEqual([
      { period: '2026-11', used: 2 },
      { period: '2026-11-19', used: 1 },
      { period: '2026-11-20', used: 1 },
    ])
    expect(await quota.list('frieda')).toEqual([])
  })
})
