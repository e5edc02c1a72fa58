import { readFile } from 'node:fs/promises'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readElement } from '../../src/demux/webm/ebml.ts'
import { openMedia } from '../../src/open-media.ts'
import { asMade, expectExact } from '../support/expect-exact.ts'
import { StampedWorkshop, smallRecipe } from '../support/stamped-source.ts'

const sourceVideo = smallRecipe({
  width: 320,
  height: 180,
  layout: 'webm',
  frames: 120,
  gopFrames: 30,
  videoBitrate: 900_000,
})
const recipes: Record<string, StampedRecipe> = {
  'Matroska with its cues in front': sourceVideo,
  'Matroska of 29.97 fps with its cues at the end': {
    ...sourceVideo,
    frameRate: [30_000, 1001],
    muxerOptions: { cues_to_front: '0', cluster_time_limit: '400' },
  },
  'Matroska as a live recorder writes it, without cues and sizes': { ...sourceVideo, muxerOptions: { live: '1' } },
  'WebM with Opus': { ...sourceVideo, width: 160, height: 96, video: 'vp9', audio: 'opus', bFrames: 0, frames: 90 },
}

let workshop: StampedWorkshop
beforeAll(async () => {
  workshop = await StampedWorkshop.open()
})
afterAll(() => workshop.close())

describe.each(Object.entries(recipes))('a clip of %s', { timeout: 30_000 }, (name, recipe) => {
  let path: string
  beforeAll(async () => {
    const files = await makeStampedMedia(recipe, workshop.directory, `video-${Object.keys(recipes).indexOf(name)}`)
    path = files.videoPath!
  }, 30_000)

  async function open() {
    const file = await workshop.openFile(path)
    return { file, media: await openMedia({ video: file, audio: file }) }
  }

  const [numerator, denominator] = recipe.frameRate
  const at = (frame: number) => (frame * denominator) / numerator

  it.each([
    ['from a keyframe to a keyframe', 30, 60],
    ['from inside a group to inside another', 40, 71],
    ['of one frame', 47, 48],
    ['to right behind the beginning of a frame', 40, 71.05],
    ['of everything', 0, recipe.frames],
  ])('holds exactly the frames and the audio %s', async (_, from, to) => {
    const { media } = await open()
    const range = { startTime: at(from), endTime: at(to) }
    const { receipt } = await expectExact(media, asMade(recipe), range, workshop.clipPath())
    const isCopied = recipe.video === 'h264' && to - from > 1
    expect(receipt.framesCopied > 0).toBe(isCopied)
  })

  it('is made of little more than the clusters around it', async () => {
    const { file, media } = await open()
    const indexBytes = file.bytesRead
    const { receipt } = await expectExact(
      media,
      asMade(recipe),
      { startTime: at(65), endTime: at(80) },
      workshop.clipPath(),
    )
    expect(file.bytesRead - indexBytes).toBe(receipt.bytesFetched)
    expect(indexBytes).toBeLessThan(300_000)
    // Clusters are read whole, in blocks of 64 KiB. Without cues, one is looked for.
    const searchBytes = recipe.muxerOptions?.live ? 192 * 1024 : 128 * 1024
    expect(receipt.bytesFetched).toBeLessThan(1.5 * receipt.bytesCovered + searchBytes)
  })
})

describe('a Matroska file with more than a video in it', { timeout: 30_000 }, () => {
  it('is cut by its frames, not by its cover', async () => {
    const live = { ...sourceVideo, muxerOptions: { live: '1' } }
    const { videoPath } = await makeStampedMedia(live, workshop.directory, 'with-a-cover')
    const bytes = withCover(await readFile(videoPath!))
    const source = { sizeBytes: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) }
    const media = await openMedia({ video: source, audio: source })
    expect(media.facts.video).toMatchObject({ codec: 'h264', width: 320 })
    await expectExact(media, asMade(sourceVideo), { startTime: 0.8, endTime: 1.4 }, workshop.clipPath())
  })

  /** A track of still frames in front of the others, and one of words. */
  function withCover(bytes: Buffer): Buffer {
    const id = Buffer.from([0x16, 0x54, 0xae, 0x6b])
    const isNamed = (at: number) => bytes.readUInt16BE(at - 3) === 0x53ab
    const first = bytes.indexOf(id)
    const tracks = readElement(bytes, isNamed(first) ? bytes.indexOf(id, first + 1) : first)!
    const element = (id: number[], body: Buffer) =>
      Buffer.concat([Buffer.from(id), Buffer.from([0x40 | (body.length >> 8), body.length & 255]), body])
    const entry = (number: number, type: number, codec: string, more: Buffer[] = []) =>
      element(
        [0xae],
        Buffer.concat([
          element([0xd7], Buffer.from([number])),
          element([0x73, 0xc5], Buffer.from([number])),
          element([0x83], Buffer.from([type])),
          element([0x86], Buffer.from(codec)),
          ...more,
        ]),
      )
    const shape = element(
      [0xe0],
      Buffer.concat([element([0xb0], Buffer.from([16])), element([0xba], Buffer.from([16]))]),
    )
    const added = [entry(9, 1, 'V_MJPEG', [shape]), entry(10, 17, 'S_TEXT/UTF8')]
    const body = Buffer.concat([...added, bytes.subarray(tracks.bodyStart, tracks.end)])
    const header = Buffer.concat([
      id,
      Buffer.from([0x20 | (body.length >> 16), (body.length >> 8) & 255, body.length & 255]),
    ])
    return Buffer.concat([bytes.subarray(0, tracks.start), header, body, bytes.subarray(tracks.end)])
  }
})

describe('a Matroska file that is damaged', { timeout: 30_000 }, () => {
  it.each([
    ['cut off before its first frame', (bytes: Buffer) => bytes.subarray(0, 400)],
    ['nothing but a beginning', (bytes: Buffer) => bytes.subarray(0, 40)],
  ])('because it is %s ends in a typed error', async (_, damage) => {
    const { videoPath } = await makeStampedMedia({ ...sourceVideo, frames: 30 }, workshop.directory, 'to-damage')
    const bytes = damage(await readFile(videoPath!))
    const source = { sizeBytes: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) }
    await expect(openMedia({ video: source, audio: source })).rejects.toMatchObject({ name: 'CutterError' })
  })

  it('because its clusters do not say how long they are is read all the same', async () => {
    const { videoPath } = await makeStampedMedia(
      { ...sourceVideo, muxerOptions: { live: '1' } },
      workshop.directory,
      'of-unknown-sizes',
    )
    const bytes = withUnknownSizes(await readFile(videoPath!))
    const source = { sizeBytes: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) }
    const media = await openMedia({ video: source, audio: source })
    await expectExact(media, asMade(sourceVideo), { startTime: 0.8, endTime: 3.4 }, workshop.clipPath())
  })

  /** As browsers record: the size of every cluster is the one of eight bytes that means "unknown". */
  function withUnknownSizes(bytes: Buffer): Buffer {
    const parts: Buffer[] = []
    let copied = 0
    const name = Buffer.from('1f43b675', 'hex')
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 4)) {
      const { bodyStart } = readElement(bytes, at)!
      parts.push(bytes.subarray(copied, at + 4), Buffer.from('01ffffffffffffff', 'hex'))
      copied = bodyStart
    }
    return Buffer.concat([...parts, bytes.subarray(copied)])
  }

  it('because its end is missing still gives what is there', async () => {
    const { videoPath } = await makeStampedMedia(sourceVideo, workshop.directory, 'to-cut-off')
    const bytes = await readFile(videoPath!)
    const left = bytes.subarray(0, Math.round(bytes.length * 0.7))
    const source = { sizeBytes: left.length, read: async (start: number, end: number) => left.subarray(start, end) }
    const media = await openMedia({ video: source, audio: source })
    await expectExact(media, asMade(sourceVideo), { startTime: 0.5, endTime: 1.5 }, workshop.clipPath())
  })
})
