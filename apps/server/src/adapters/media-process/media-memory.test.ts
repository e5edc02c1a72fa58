import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLargeFilm, measuredCut } from './testing/measured-cut.ts'

/** Of this film: a decoder's pictures of 12 MB each, and what the encoder of the seams keeps. */
const MOST_ABOVE_REST_BYTES = 300 * 1024 ** 2

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-media-memory-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// The long form is media-memory.hard.ts.
describe.runIf(process.platform === 'linux')('the memory of a cut', () => {
  it('stays within bounds for joined ranges of 4K', async () => {
    const film = await makeLargeFilm(folder, 'uhd', {})
    const ranges = [
      { startTime: 0.25, endTime: 0.45 },
      { startTime: 0.3, endTime: 0.5 },
    ]
    const { ended, atRestBytes, highestBytes } = await measuredCut(
      film,
      ranges,
      { kind: 'video', height: null },
      folder,
    )
    expect(ended).toMatchObject({ kind: 'receipt', receipt: { frames: 12 } })
    expect(highestBytes - atRestBytes).toBeLessThan(MOST_ABOVE_REST_BYTES)
  })
})
