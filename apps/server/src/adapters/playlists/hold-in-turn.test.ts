import { expect, it } from 'vitest'
import { rationedBy } from '../../ports/rationed-by.ts'
import { holdInTurn } from './hold-in-turn.ts'

const isNeeded = async (): Promise<boolean> => true

it('one owner stores segments of two renditions at a time, and blocks nobody else', async () => {
  const running: string[] = []
  const end = Promise.withResolvers<void>()
  const { signal } = new AbortController()
  const holdFor = (owner: string) =>
    rationedBy(owner, () => {
      const holdSegments = async () => {
        running.push(owner)
        await end.promise
      }
      return holdInTurn({ holdSegments }, 'https://a.test/', [], { maxBytes: 1, signal, isNeeded })
    })
  const greedyHolds = Array.from({ length: 50 }, () => holdFor('greedy'))
  const modestHold = holdFor('modest')
  await expect.poll(() => running).toContain('modest')
  expect(running).toEqual(['greedy', 'greedy', 'modest'])
  end.resolve()
  await Promise.all([...greedyHolds, modestHold])
  expect(running).toHaveLength(51)
})
