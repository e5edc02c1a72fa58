import { describe, expect, it } from 'vitest'
import { asFile, type ByteSource, type SegmentSource, SourceReadError, type VideoSource } from '../../ports/sources.ts'
import { DUBBED_VIDEO } from '../testing/test-backend.ts'
import { openParts, renewableSource } from './renewed-source.ts'

const SIZE_BYTES = 1000
const createExpiryError = () => new SourceReadError('source_failed', '403', { expired: true })

/** A source that serves `reads` reads and then expires. Byte n has the value n. */
function createExpiringSource(maxReads: number, sizeBytes = SIZE_BYTES): ByteSource & { asked: string[] } {
  const requestedRanges: string[] = []
  return {
    sizeBytes,
    asked: requestedRanges,
    async read(start, end) {
      requestedRanges.push(`${start}-${end}`)
      if (requestedRanges.length > maxReads) throw createExpiryError()
      return Uint8Array.from({ length: end - start }, (_, index) => start + index)
    },
  }
}

describe('a source whose URL expires during a read', () => {
  it('resumes from its new URL, and requests no byte twice', async () => {
    const [first, second] = [createExpiringSource(1), createExpiringSource(99)]
    const source = renewableSource(first, async () => second)
    await source.read(0, 10)
    expect([...(await source.read(10, 13))]).toEqual([10, 11, 12])
    await source.read(13, 20)
    expect([first.asked, second.asked]).toEqual([
      ['0-10', '10-13'],
      ['10-13', '13-20'],
    ])
  })

  it('is renewed once for all reads that notice together', async () => {
    let renewals = 0
    const source = renewableSource(createExpiringSource(0), async () => {
      renewals += 1
      return createExpiringSource(99)
    })
    await Promise.all([source.read(0, 1), source.read(1, 2), source.read(2, 3)])
    expect(renewals).toBe(1)
  })

  it('continues with further URLs while there are any', async () => {
    const sources = [createExpiringSource(0), createExpiringSource(1), createExpiringSource(99)]
    const source = renewableSource(createExpiringSource(0), async () => sources.shift() ?? null)
    await source.read(0, 1)
    expect([...(await source.read(7, 8))]).toEqual([7])
    expect(sources).toEqual([])
  })

  it('fails if there is no further URL', async () => {
    const lookupError = new SourceReadError('source_failed', 'none left')
    const source = renewableSource(createExpiringSource(0), () => Promise.reject(lookupError))
    await expect(source.read(0, 1)).rejects.toMatchObject({ code: 'source_failed', expired: false })
  })

  it('restarts all work if the new URL has another file', async () => {
    const source = renewableSource(createExpiringSource(0), async () => createExpiringSource(99, SIZE_BYTES + 1))
    await expect(source.read(0, 1)).rejects.toMatchObject({ expired: true })
    await expect(source.read(1, 2)).rejects.toMatchObject({ expired: true })
  })

  it('requests no other URL for other failures', async () => {
    const brokenSource: ByteSource = {
      sizeBytes: SIZE_BYTES,
      read: () => Promise.reject(new SourceReadError('source_failed', '500')),
    }
    const source = renewableSource(brokenSource, () => Promise.reject(new Error('asked')))
    await expect(source.read(0, 1)).rejects.toMatchObject({ message: '500' })
  })

  it('may consist of segments', async () => {
    const segments = [{ duration: 4, initSection: null, recording: 0, isGap: false }]
    const createPlaylist = (readSegment: SegmentSource['readSegment']): SegmentSource => ({
      segments,
      initSections: 0,
      readSegment,
      readInitSection: () => Promise.reject(new Error('There is none.')),
    })
    const second = createPlaylist(async () => ({ bytes: new Uint8Array(7), start: 0, sizeBytes: 7 }))
    const source = renewableSource(
      createPlaylist(() => Promise.reject(createExpiryError())),
      async () => second,
    )
    expect(await source.readSegment(0, null)).toMatchObject({ sizeBytes: 7 })
  })
})

it('a renewed source keeps its audio track, even if the next step names it differently', async () => {
  const [german] = DUBBED_VIDEO.renditions.filter(({ id }) => id === '140-de')
  const openedVideos: string[] = []
  const source: VideoSource = {
    resolve: () => Promise.reject(new Error('not asked')),
    fetchImage: () => Promise.reject(new Error('not asked')),
    async openRendition({ address }) {
      openedVideos.push(address)
      return createExpiringSource(address === german!.address ? 0 : 99)
    },
  }
  const renditions = [
    { ...german!, audioTrack: 'en', address: 'https://media.example/english' },
    { ...german!, id: 'german-128', address: 'https://media.example/german' },
  ]
  const choice = { video: null, audio: german!, scaleToHeight: null }
  const renew = async () => ({ ...DUBBED_VIDEO, renditions })
  const parts = await openParts(source, DUBBED_VIDEO, choice, renew, new AbortController().signal, [])
  await asFile(parts.audio!).read(0, 1)
  expect(openedVideos).toEqual([german!.address, 'https://media.example/german'])
})
