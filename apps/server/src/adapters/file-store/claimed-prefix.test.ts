import { startS3 } from '@kerf/standins/s3/start-s3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openInBucket } from './testing/file-store-kinds.ts'

const isMarkerWrite = (call: string): boolean => call.startsWith('PUT /clips/kerf/.kerf?')
const isClaimWrite = (call: string): boolean => call.startsWith('PUT /clips/kerf/.kerf-')

/** Two installations open an empty bucket. The first one is blocked at a call until the second one has ended. */
async function openAtOnce(conditions: 'cached' | 'ignored', isBlockedCall: (call: string) => boolean) {
  const otherHasEnded = Promise.withResolvers<void>()
  const firstIsBlocked = Promise.withResolvers<void>()
  let isFirst = true
  const s3 = await startS3({
    conditions,
    async beforeCall(call) {
      if (!isFirst || !isBlockedCall(call)) return
      isFirst = false
      firstIsBlocked.resolve()
      await otherHasEnded.promise
    },
  })
  onTestFinished(() => s3.close())
  const openStore = async (secret: string): Promise<string> => {
    const outcome = await openInBucket({ s3, secret }).catch((error: Error & { trouble?: string }) => error)
    return outcome instanceof Error ? `${outcome.trouble}` : 'has it'
  }
  const slowOpening = openStore('of the slow one')
  await firstIsBlocked.promise
  const quickOutcome = await openStore('of the quick one')
  otherHasEnded.resolve()
  return { slowOutcome: await slowOpening, quickOutcome, open: openStore, s3 }
}

describe.each(['cached', 'ignored'] as const)('in a store where conditional writes are %s', (conditions) => {
  it('if two installations find a prefix empty, it goes to the one whose claim the other sees', async () => {
    const { slowOutcome, quickOutcome, open, s3 } = await openAtOnce(conditions, isMarkerWrite)
    expect({ slowOutcome, quickOutcome }).toEqual({ slowOutcome: 'has it', quickOutcome: 'foreign' })
    expect([...s3.bucket.objects.keys()]).toEqual(['kerf/.kerf'])
    expect(await open('of the quick one')).toBe('foreign')
    expect(await open('of the slow one')).toBe('has it')
  })

  it('an installation whose claim comes too late leaves the prefix to the other', async () => {
    const { slowOutcome, quickOutcome, s3 } = await openAtOnce(conditions, isClaimWrite)
    expect({ slowOutcome, quickOutcome }).toEqual({ slowOutcome: 'foreign', quickOutcome: 'has it' })
    expect([...s3.bucket.objects.keys()]).toEqual(['kerf/.kerf'])
  })
})

it('processes of one installation that start together share the prefix', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3.close())
  await Promise.all(Array.from({ length: 4 }, () => openInBucket({ s3 })))
  expect([...s3.bucket.objects.keys()]).toEqual(['kerf/.kerf'])
})
