import { readFile } from 'node:fs/promises'
import { BufferSource, Input, MP3 } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { type ClipTags, MAX_ARTWORK_BYTES } from '../../src/api/clip-spec.ts'
import { probe } from '../../src/index.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const RANGE = { startTime: 0.31, endTime: 1.31 }
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 0xff, 0xfb, 3])

const workshop = stampedWorkshop()
const sourceVideo = await workshop.make(smallRecipe({ frames: 45, video: null, audioBitrate: 64_000 }), 'audio')
async function cutMp3(tags: ClipTags | undefined) {
  const { path, receipt, clip } = await workshop.cut(sourceVideo.media, RANGE, { ...mp3Request, ...(tags && { tags }) })
  const bytes = await readFile(path)
  // An independent reader reads the tags.
  const input = new Input({ source: new BufferSource(bytes), formats: [MP3] })
  return { path, receipt, clip, bytes, tags: await input.getMetadataTags() }
}

describe('an MP3', () => {
  it('has its title, artist and cover, in any script', async () => {
    const title = 'Grüße, 世界 \u{1f600}'
    const { tags, path, receipt } = await cutMp3({
      title,
      artist: 'Åse',
      artwork: { mimeType: 'image/png', bytes: PNG },
    })
    expect(tags).toMatchObject({ title, artist: 'Åse' })
    expect(tags.images?.map(({ mimeType, kind }) => ({ mimeType, kind }))).toEqual([
      { mimeType: 'image/png', kind: 'coverFront' },
    ])
    expect(Uint8Array.from(tags.images![0]!.data)).toEqual(PNG)
    expect(await probe(path)).toMatchObject({ hasAudio: true, sizeBytes: receipt.clipBytes })
  })

  it('has its language in ID3 format, if known', async () => {
    const languageIn = ({ bytes }: Awaited<ReturnType<typeof cutMp3>>) => {
      const at = bytes.indexOf('TLAN')
      return at < 0 ? null : bytes.toString('latin1', at + 11, at + 10 + bytes.readUInt32BE(at + 4))
    }
    expect(languageIn(await cutMp3({ title: 'A', language: 'de-CH' }))).toBe('deu')
    expect(languageIn(await cutMp3({ title: 'A', language: 'fil' }))).toBe('fil')
    for (const language of ['und', '', 'not a language', 'x-klingon']) {
      expect(languageIn(await cutMp3({ title: 'A', language }))).toBeNull()
    }
  })

  it('has exactly the same samples with and without tags', async () => {
    const plainMp3 = await cutMp3(undefined)
    const taggedMp3 = await cutMp3({ title: 'A', artist: 'B' })
    expect(plainMp3.bytes.subarray(0, 3).toString('latin1')).not.toBe('ID3')
    expect(taggedMp3.bytes.subarray(-plainMp3.bytes.length)).toEqual(plainMp3.bytes)
    const audio = taggedMp3.clip.audio!
    expect(audio.channels[0]).toEqual(plainMp3.clip.audio!.channels[0])
    expect(audio.channels[0]!.length / audio.sampleRate).toBeCloseTo(1, 3)
    expectAudioFrom(audio, RANGE.startTime)
  })

  it('leaves out empty titles, and covers of the wrong type or size', async () => {
    const jpeg = { mimeType: 'image/jpeg', bytes: PNG } as const
    const { bytes } = await cutMp3({ title: ' \n', artwork: jpeg })
    expect(bytes.subarray(0, 3).toString('latin1')).not.toBe('ID3')
    const hugeArtwork = new Uint8Array(MAX_ARTWORK_BYTES + 1)
    hugeArtwork.set(PNG)
    const { tags } = await cutMp3({
      title: 'a\0b\nc'.padEnd(2000, '\u{1f600}'),
      artwork: { mimeType: 'image/png', bytes: hugeArtwork },
    })
    expect(tags.images ?? []).toEqual([])
    expect(tags.title).toMatch(/^a b c\u{1f600}+$/u)
    expect(tags.title!.length).toBeLessThanOrEqual(500)
  })
})
