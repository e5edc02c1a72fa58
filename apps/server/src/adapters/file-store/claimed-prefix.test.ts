import { startS3 } from '@kerf/standins/s3/start-s3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openInBucket } from './testing/file-store-kinds.ts'

const marking = (call: string): boolean => call.startsWith('PUT /clips/kerf/.kerf?')
const announcing = (call: string): boolean => call.startsWith('PUT /clips/kerf/.kerf-')

/** Two installations open an empty bucket. The first one with a matching call waits in it until the other has ended. */
async function meet(conditions: 'cached' | 'ignored', standsStillAt: (call: string) => boolean) {
  const otherHasEnded = Promise.withResolvers<void>()
  const standsStill = Promise.withResolvers<void>()
  let isFirst = true
  const s3 = await startS3({
    conditions,
    async beforeCall(call) {
      if (!isFirst || !standsStillAt(call)) return
      isFirst = false
      standsStill.resolve()
      await otherHasEnded.promise
    },
  })
  onTestFinished(() => s3.close())
  const open = async (secret: string): Promise<string> => {
    const outcome = await openInBucket({ s3, secret }).catch((error: Error & { trouble?: string }) => error)
    return outcome instanceof Error ? `${outcome.trouble}` : 'has it'
  }
  const slowOpening = open('of the slow one')
  await standsStill.promise
  const quickOutcome = await open('of the quick one')
  otherHasEnded.resolve()
  return { slowOutcome: await slowOpening, quickOutcome, open, s3 }
}

describe.each(['cached', 'ignored'] as const)('in a store by which conditions are %s', (conditions) => {
  it('of two installations that find a place empty, the one has it that announced itself before the other looked', async () => {
    const { slowOutcome, quickOutcome, open, s3 } = await meet(conditions, marking)
    expect({ slowOutcome, quickOutcome }).toEqual({ slowOutcome: 'has it', quickOutcome: 'foreign' })
    expect([...s3.bucket.objects.keys()]).toEqual(['kerf/.kerf'])
    expect(await open('of the quick one')).toBe('foreign')
    expect(await open('of the slow one')).toBe('has it')
  })

  it('one that found it empty and came too late to say so leaves it to the other', async () => {
    const { slowOutcome, quickOutcome, s3 } = await meet(conditions, announcing)
    expect({ slowOutcome, quickOutcome }).toEqual({ slowOutcome: 'foreign', quickOutcome: 'has it' })
    expect([...s3.bucket.objects.keys()]).toEqual(['kerf/.kerf'])
  })
})

it('processes of one installation that start at the same time all share it', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3.close())
  await Promise.all(Array.from({ length: 4 }, () => openInBucket({ s3 })))
  expect([...s3.bucket.objects.keys()]).toEqual(['kerf/.kerf'])
})
