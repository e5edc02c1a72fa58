import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_BYTES_READ_WHOLE } from '../../src/api/media-limits.ts'
import {
  element,
  EBML_IDS as ID,
  readElement,
  textElement,
  unsignedBytes,
  unsignedElement,
} from '../../src/bitstream/ebml.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { openMedia } from '../support/open-media.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const baseRecipe = smallRecipe({
  width: 320,
  height: 180,
  layout: 'webm',
  frames: 120,
  gopFrames: 30,
  videoBitrate: 900_000,
})
const liveRecipe: StampedRecipe = { ...baseRecipe, muxerOptions: { live: '1' } }
const recipes: Record<string, StampedRecipe> = {
  'Matroska with its cues in front': baseRecipe,
  'Matroska of 29.97 fps with its cues at the end': {
    ...baseRecipe,
    frameRate: [30_000, 1001],
    muxerOptions: { cues_to_front: '0', cluster_time_limit: '400' },
  },
  'Matroska as a live recorder writes it, without cues and sizes': liveRecipe,
  'WebM with Opus': { ...baseRecipe, width: 160, height: 96, video: 'vp9', audio: 'opus', bFrames: 0, frames: 90 },
}

const workshop = stampedWorkshop()

describe.each(Object.entries(recipes))('a clip of %s', (name, recipe) => {
  let path: string
  beforeAll(async () => {
    const files = await makeStampedMedia(recipe, workshop.directory, `video-${Object.keys(recipes).indexOf(name)}`)
    path = files.videoPath!
  })

  async function open() {
    const file = await workshop.openFile(path)
    return { file, media: await openMedia({ video: file, audio: file }) }
  }

  const [numerator, denominator] = recipe.frameRate
  const secondsAt = (frame: number) => (frame * denominator) / numerator

  it.each([
    ['from a keyframe to a keyframe', 30, 60],
    ['from inside a group to inside another', 40, 71],
    ['of one frame', 47, 48],
    ['to right behind the beginning of a frame', 40, 71.05],
    ['of everything', 0, recipe.frames],
  ])('has exactly the frames and the audio %s', async (_, from, to) => {
    const { media } = await open()
    const range = { startTime: secondsAt(from), endTime: secondsAt(to) }
    const { receipt } = await expectExact(media, uneditedVideo(recipe), range, workshop)
    const isCopied = recipe.video === 'h264' && to - from > 1
    expect(receipt.framesCopied > 0).toBe(isCopied)
  })

  it('needs little more than the clusters around it', async () => {
    const { file, media } = await open()
    const indexBytes = file.bytesRead
    const { receipt } = await expectExact(
      media,
      uneditedVideo(recipe),
      { startTime: secondsAt(65), endTime: secondsAt(80) },
      workshop,
    )
    expect(file.bytesRead - indexBytes).toBe(receipt.bytesFetched)
    // Without sizes, all of a small file is searched for other files that are joined to it.
    const searchedBytes = recipe.muxerOptions?.live ? file.sizeBytes : 0
    expect(indexBytes).toBeLessThan(300_000 + searchedBytes)
    // Clusters are read whole, in blocks of 64 KiB. Without cues, the first one is searched for.
    const searchBytes = recipe.muxerOptions?.live ? 192 * 1024 : 128 * 1024
    expect(receipt.bytesFetched).toBeLessThan(1.5 * receipt.bytesCovered + searchBytes)
  })
})

it('a large Matroska without cues and sizes is opened without reading all of it', async () => {
  const largeRecipe = { ...liveRecipe, frames: 150, frameBytes: { key: 60_000, other: 60_000 } }
  const source = await workshop.make(largeRecipe, 'large')
  expect(source.files[0]!.sizeBytes).toBeGreaterThan(MAX_BYTES_READ_WHOLE)
  expect(source.bytesRead()).toBeLessThan(4_000_000)
})

describe('a Matroska file with more than a video', () => {
  it('is cut by its frames, not by its cover', async () => {
    const media = await openBytes(withExtraTracks(await workshop.video(liveRecipe)))
    expect(media.facts.video).toMatchObject({ codec: 'h264', width: 320 })
    const range = { startTime: 0.8, endTime: 1.4 }
    const { receipt } = await expectExact(media, uneditedVideo(baseRecipe), range, workshop)
    expect(receipt.leftOut).toEqual(['other_audio', 'subtitles'])
    const mp3 = await workshop.cutOnly(media, range, mp3Request)
    expect(mp3.receipt.leftOut).toEqual(['other_audio'])
  })

  it('loses its transparency, and the receipt says so', async () => {
    const video = Buffer.from(await workshop.video({ ...recipes['WebM with Opus']!, audio: null }))
    // AlphaMode and a Void overwrite the Colour element.
    const colour = video.indexOf(unsignedBytes(ID.colour))
    const alphaElements = Buffer.from([0x53, 0xc0, 0x81, 1, 0xec, 0x80 | 13, ...Buffer.alloc(13)])
    expect(readElement(video, colour)!.end - colour).toBe(alphaElements.length)
    alphaElements.copy(video, colour)
    const media = await openBytes(video)
    const { receipt } = await workshop.cut(media, { startTime: 0.8, endTime: 1.4 })
    expect(receipt.leftOut).toEqual(['alpha'])
  })

  /** Adds tracks before the others: one of still frames, one of subtitles, one of audio in an unsupported codec. */
  function withExtraTracks(bytes: Buffer): Buffer {
    const id = unsignedBytes(ID.tracks)
    const isInSeekHead = (at: number) => bytes.readUInt16BE(at - 3) === ID.seekId
    const firstAt = bytes.indexOf(id)
    const tracks = readElement(bytes, isInSeekHead(firstAt) ? bytes.indexOf(id, firstAt + 1) : firstAt)!
    const entry = (number: number, type: number, codec: string, ...children: Buffer[]) => {
      const numbers = [
        unsignedElement(ID.trackNumber, number),
        unsignedElement(ID.trackUid, number),
        unsignedElement(ID.trackType, type),
      ]
      return element(ID.trackEntry, ...numbers, textElement(ID.codecId, codec), ...children)
    }
    const videoSize = element(ID.video, unsignedElement(ID.pixelWidth, 16), unsignedElement(ID.pixelHeight, 16))
    const originalEntries = bytes.subarray(tracks.bodyStart, tracks.end)
    const newTracks = element(
      ID.tracks,
      entry(9, 1, 'V_MJPEG', videoSize),
      entry(10, 17, 'S_TEXT/UTF8'),
      entry(11, 2, 'A_DTS'),
      originalEntries,
    )
    return Buffer.concat([bytes.subarray(0, tracks.start), newTracks, bytes.subarray(tracks.end)])
  }
})

it('the last frame stays to the end, even if the file calls its time the duration, as libwebm does', async () => {
  const bytes = Buffer.from(await workshop.video({ ...baseRecipe, audio: null }))
  const at = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3
  const lastSeconds = (baseRecipe.frames - 1) / 30
  bytes.writeDoubleBE(lastSeconds * 1000, at)
  const media = await openBytes(bytes)
  expect(media.facts.durationSeconds).toBeCloseTo(lastSeconds, 3)
  const { receipt } = await workshop.cut(media, { startTime: 2, endTime: media.facts.durationSeconds })
  expect(receipt).toMatchObject({ frames: baseRecipe.frames - 60, durationSeconds: expect.closeTo(2, 2) })
})

describe('a damaged Matroska file', () => {
  it('is read even if its clusters do not state their size', async () => {
    const media = await openBytes(withUnknownSizes(await workshop.video(liveRecipe)))
    await expectExact(media, uneditedVideo(baseRecipe), { startTime: 0.8, endTime: 3.4 }, workshop)
  })

  /** Sets the size of every cluster to the eight bytes that mean "unknown", as browsers record. */
  function withUnknownSizes(bytes: Buffer): Buffer {
    const parts: Buffer[] = []
    let copiedEnd = 0
    const clusterId = Buffer.from('1f43b675', 'hex')
    for (let at = bytes.indexOf(clusterId); at >= 0; at = bytes.indexOf(clusterId, at + 4)) {
      const { bodyStart } = readElement(bytes, at)!
      parts.push(bytes.subarray(copiedEnd, at + 4), Buffer.from('01ffffffffffffff', 'hex'))
      copiedEnd = bodyStart
    }
    return Buffer.concat([...parts, bytes.subarray(copiedEnd)])
  }

  it('is read up to a missing end', async () => {
    const bytes = await workshop.video(baseRecipe)
    const media = await openBytes(bytes.subarray(0, Math.round(bytes.length * 0.7)))
    await expectExact(media, uneditedVideo(baseRecipe), { startTime: 0.5, endTime: 1.5 }, workshop)
  })
})
