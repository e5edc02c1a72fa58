import { describe, expect, it } from 'vitest'
import { seededRandom } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

/** Largest ratio of fetched to covered bytes. Bytes of small gaps cost less than the requests that they save. */
const MAX_FETCHED_SHARE = 1.1
/**
 * Maximum number of requests of a cut. Besides the first read, two requests of 2 kB inspect the frames where copying
 * may begin.
 */
const MAX_REQUESTS = 10
const START_COUNT = 3
const VIDEO_SECONDS = 9
const CLIP_SECONDS = 3

const workshop = stampedWorkshop()

describe.each(['plain', 'dash-pair'] as const)('a cut from a source of layout %s', (layout) => {
  it('needs a few requests for little more than the bytes of its range, from any start', async () => {
    const recipe = smallRecipe({
      width: 160,
      height: 90,
      frames: VIDEO_SECONDS * 30,
      gopFrames: 45,
      videoBitrate: 600_000,
    })
    const { media, files } = await workshop.make({ ...recipe, layout }, layout)
    const random = seededRandom(7)
    for (let start = 0; start < START_COUNT; start++) {
      const startTime = random() * (VIDEO_SECONDS - CLIP_SECONDS)
      const range = { startTime, endTime: startTime + CLIP_SECONDS }
      for (const file of files) file.reads.length = 0
      const { receipt } = await workshop.cutOnly(media, range)
      const reads = files.flatMap((file) => file.reads)
      const bytes = reads.reduce((sum, read) => sum + read.end - read.start, 0)
      expect(bytes).toBe(receipt.bytesFetched)
      expect(bytes / receipt.bytesCovered).toBeLessThanOrEqual(MAX_FETCHED_SHARE)
      expect(reads.length).toBeLessThanOrEqual(MAX_REQUESTS)
    }
  })
})
