import { expect, it } from 'vitest'
import { rationedBy } from '../../ports/rationed-by.ts'
import { storeInTurn } from './store-in-turn.ts'

const isNeeded = async (): Promise<boolean> => true

it('one owner stores segments of two renditions at a time, and blocks nobody else', async () => {
  const running: string[] = []
  const end = Promise.withResolvers<void>()
  const { signal } = new AbortController()
  const storeFor = (owner: string) =>
    rationedBy(owner, () => {
      const storeSegments = async () => {
        running.push(owner)
        await end.promise
      }
      return storeInTurn({ storeSegments }, 'https://a.test/', [], { maxBytes: 1, signal, isNeeded })
    })
  const greedyTasks = Array.from({ length: 50 }, () => storeFor('greedy'))
  const modestTask = storeFor('modest')
  await expect.poll(() => running).toContain('modest')
  expect(running).toEqual(['greedy', 'greedy', 'modest'])
  end.resolve()
  await Promise.all([...greedyTasks, modestTask])
  expect(running).toHaveLength(51)
})
