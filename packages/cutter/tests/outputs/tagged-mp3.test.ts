import { readFile } from 'node:fs/promises'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { audioOffsetSeconds } from '@kerf/stamped-media/stamped-audio'
import { BufferSource, Input, MP3 } from 'mediabunny'
import { beforeAll, describe, expect, it } from 'vitest'
import { LARGEST_ARTWORK_BYTES, type Mp3Tags } from '../../src/api/clip-spec.ts'
import { cutClip } from '../../src/cut-clip.ts'
import { fileSink } from '../../src/io/file-sink.ts'
import { planCut } from '../../src/plan-cut.ts'
import { probeClip } from '../../src/probe-clip.ts'
import { type StampedSource, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const RANGE = { startTime: 0.31, endTime: 1.31 }
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 0xff, 0xfb, 3])

const workshop = stampedWorkshop()
let sourceVideo: StampedSource
beforeAll(async () => {
  sourceVideo = await workshop.make(smallRecipe({ frames: 45, video: null, audioBitrate: 64_000 }), 'audio')
})
async function cutMp3(tags: Mp3Tags | undefined) {
  const path = workshop.clipPath('mp3')
  const plan = await planCut(sourceVideo.media, RANGE, { kind: 'mp3', bitrate: 320_000, ...(tags && { tags }) })
  const receipt = await cutClip(plan, fileSink(path))
  const bytes = await readFile(path)
  // Read by somebody else's reader.
  const input = new Input({ source: new BufferSource(bytes), formats: [MP3] })
  return { path, receipt, bytes, tags: await input.getMetadataTags() }
}

describe('An MP3', () => {
  it('tells its title, its artist and its frame, in any script', async () => {
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
    expect(await probeClip(path)).toMatchObject({ hasAudio: true, sizeBytes: receipt.clipBytes })
  })

  it('audio tracks the same to the sample with tags and without', async () => {
    const plain = await cutMp3(undefined)
    const tagged = await cutMp3({ title: 'A', artist: 'B' })
    expect(plain.bytes.subarray(0, 3).toString('latin1')).not.toBe('ID3')
    expect(tagged.bytes.subarray(-plain.bytes.length)).toEqual(plain.bytes)
    const [one, other] = [await readStamps(plain.path), await readStamps(tagged.path)]
    expect(other.audio!.channels[0]).toEqual(one.audio!.channels[0])
    expect(other.audio!.channels[0]!.length / other.audio!.sampleRate).toBeCloseTo(1, 3)
    expect(Math.abs(audioOffsetSeconds(other.audio!, RANGE.startTime) ?? Infinity)).toBeLessThanOrEqual(0.001)
  })

  it('leaves out what is no name and no such frame, or too large a one', async () => {
    const jpeg = { mimeType: 'image/jpeg', bytes: PNG } as const
    const { bytes } = await cutMp3({ title: ' \n', artwork: jpeg })
    expect(bytes.subarray(0, 3).toString('latin1')).not.toBe('ID3')
    const huge = new Uint8Array(LARGEST_ARTWORK_BYTES + 1)
    huge.set(PNG)
    const { tags } = await cutMp3({
      title: 'a\0b\nc'.padEnd(2000, '\u{1f600}'),
      artwork: { mimeType: 'image/png', bytes: huge },
    })
    expect(tags.images ?? []).toEqual([])
    expect(tags.title).toMatch(/^a b c\u{1f600}+$/u)
    expect(tags.title!.length).toBeLessThanOrEqual(500)
  })
})
