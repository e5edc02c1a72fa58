import { readFile } from 'node:fs/promises'
import { decodeJpeg } from '@kerf/stamped-media/decode-jpeg'
import { readStamp } from '@kerf/stamped-media/stamp'
import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import type { ByteSource } from '../../src/api/byte-source.ts'
import type { ThumbnailsSpec } from '../../src/api/preview.ts'
import { isSideways } from '../../src/bitstream/turn.ts'
import { drawSheet } from '../../src/preview/thumbnails.ts'
import { openBytes } from '../support/counting-file.ts'
import { codedValues, EIGHT_TURNS } from '../support/eight-turns.ts'
import { openMedia } from '../support/open-media.ts'
import { type StampedSource, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const LARGE_LIMIT = { maxBytes: 40_000_000 }
const FRAME_SIZE = { frameWidth: 256, frameHeight: 144 }

const workshop = stampedWorkshop()
/** Makes a six-second video at 30 fps, with a keyframe every second. */
const makeVideo = (name: string, changes: Partial<StampedRecipe> = {}) =>
  workshop.make(smallRecipe({ gopFrames: 30, audio: null, ...changes }), name)

function requestFor(times: number[], toleranceSeconds: number): ThumbnailsSpec {
  const columns = Math.min(4, times.length)
  return { ...FRAME_SIZE, columns, rows: Math.ceil(times.length / columns), times, toleranceSeconds }
}

async function stampsOn(jpeg: Uint8Array, { columns, times, frameWidth, frameHeight }: ThumbnailsSpec) {
  const sheet = await decodeJpeg(jpeg)
  return times.map((_, cell) => {
    const left = (cell % columns) * frameWidth
    const top = Math.floor(cell / columns) * frameHeight
    return readStamp({ width: frameWidth, height: frameHeight }, (x, y) => sheet.at(left + x, top + y))
  })
}

async function stampsFor({ media }: Pick<StampedSource, 'media'>, request: ThumbnailsSpec) {
  return stampsOn(await drawSheet(media, request, LARGE_LIMIT), request)
}

describe('a sheet of small frames', () => {
  it.each<[string, Partial<StampedRecipe>]>([
    ['a plain MP4', {}],
    ['an MP4 with its index at the end', { layout: 'moov-last' }],
    ['a fragmented MP4', { layout: 'fragmented' }],
    ['a fragmented MP4 with a segment index', { layout: 'dash-pair' }],
    ['a WebM', { layout: 'webm', video: 'vp9', bFrames: 0 }],
    ['a Matroska with H.264', { layout: 'webm' }],
    ['HEVC', { video: 'hevc' }],
    ['AV1', { video: 'av1', bFrames: 0 }],
    ['H.264 with open groups', { openGop: true }],
  ])('shows the keyframes of %s if they are near enough', async (name, changes) => {
    const source = await makeVideo(name.replace(/\W/g, '-'), changes)
    // Keyframes are at 0, 1, 2 ... In a WebM, the keyframe before each time is requested.
    const stamps = await stampsFor(source, requestFor([0, 1.02, 2.02, 3.02, 4.02, 5.02], 0.1))
    expect(stamps).toEqual([0, 30, 60, 90, 120, 150])
  })

  it('reads little more than those keyframes', async () => {
    const source = await makeVideo('frugal', { frames: 600, gopFrames: 30 })
    const bytesBefore = source.bytesRead()
    expect(await stampsFor(source, requestFor([0, 5, 10, 15], 0.1))).toEqual([0, 150, 300, 450])
    const [file] = source.files
    expect(source.bytesRead() - bytesBefore).toBeLessThan(file!.sizeBytes / 10)
  })

  it('uses the nearer of two keyframes', async () => {
    expect(await stampsFor(await makeVideo('nearer'), requestFor([0.4, 0.6, 5.9], 1))).toEqual([0, 30, 150])
  })

  it.each<[string, Partial<StampedRecipe>]>([
    ['an MP4', {}],
    ['a fragmented MP4', { layout: 'fragmented' }],
    ['a WebM', { layout: 'webm', video: 'vp9', bFrames: 0 }],
  ])('shows the exact frames of %s if its keyframes are too far apart', async (name, changes) => {
    const source = await makeVideo(`exact-${name.replace(/\W/g, '-')}`, { gopFrames: 180, ...changes })
    const times = [0, 0.5, 1, 1.5, 2, 2.5, 3, 5.5]
    const stamps = await stampsFor(source, requestFor(times, 0.05))
    expect(stamps).toEqual(times.map((seconds) => Math.round(seconds * 30)))
  })

  it('shows the nearest frames if exact ones would need too many bytes', async () => {
    const { media } = await makeVideo('dear', { gopFrames: 90 })
    const request = requestFor([0, 1, 2, 3, 4, 5], 0.05)
    const jpeg = await drawSheet(media, request, { maxBytes: 40_000 })
    expect(await stampsOn(jpeg, request)).toEqual([0, 0, 90, 90, 90, 90])
  })

  it('shows rotated and mirrored frames as displayed', async () => {
    const { media } = await makeVideo('turned')
    for (const [, turn] of EIGHT_TURNS) {
      media.video!.description.turn = turn
      const [frameWidth, frameHeight] = isSideways(turn) ? [144, 256] : [256, 144]
      const request = { columns: 1, rows: 1, frameWidth, frameHeight, times: [2], toleranceSeconds: 0.1 }
      const sheet = await decodeJpeg(await drawSheet(media, request, LARGE_LIMIT))
      expect([sheet.width, sheet.height]).toEqual([frameWidth, frameHeight])
      const codedSize = { width: 256, height: 144 }
      expect(readStamp(codedSize, codedValues(turn, codedSize, sheet.at))).toBe(60)
    }
  })

  it('shows the last frame for times after it', async () => {
    expect(await stampsFor(await makeVideo('short'), requestFor([5, 7], 5))).toEqual([150, 150])
  })
})

describe('a thumbnail sheet', () => {
  const makeVideoFile = async (name: string) => {
    const { files } = await makeVideo(name, { layout: 'plain' })
    expect(files).toHaveLength(1)
    return readFile(`${workshop.directory}/${name}.mp4`)
  }

  it('is refused for media without frames', async () => {
    const { media } = await workshop.make(smallRecipe({ video: null }), 'song')
    await expect(drawSheet(media, requestFor([0], 1), LARGE_LIMIT)).rejects.toMatchObject({ code: 'unsupported_media' })
  })

  it('fails if its media fail halfway', async () => {
    const bytes = await makeVideoFile('failing')
    let isBroken = false
    const source: ByteSource = {
      sizeBytes: bytes.length,
      read: async (start, end) => {
        if (isBroken) throw new Error('gone')
        return bytes.subarray(start, end)
      },
    }
    const media = await openMedia({ video: source, audio: null })
    isBroken = true
    await expect(drawSheet(media, requestFor([0, 2], 1), LARGE_LIMIT)).rejects.toMatchObject({ code: 'source_failed' })
  })

  it('has the frames so far if its media are too slow, and fails if these are too few', async () => {
    const bytes = await makeVideoFile('slow')
    const enough = new AbortController()
    let readsLeft = Number.POSITIVE_INFINITY
    const source: ByteSource = {
      sizeBytes: bytes.length,
      read: (start, end) => {
        readsLeft -= 1
        if (readsLeft >= 0) return Promise.resolve(bytes.subarray(start, end))
        // The last of the six frames is requested once the first two have been drawn.
        if (readsLeft === -3) enough.abort()
        return new Promise(() => undefined)
      },
    }
    const media = await openMedia({ video: source, audio: null })
    const request = requestFor([0, 1, 2, 3, 4, 5], 0.1)
    readsLeft = 3
    const jpeg = await drawSheet(media, request, { ...LARGE_LIMIT, enough: enough.signal })
    // Frames are drawn from coarse to fine: those at 0, then at 4, then at 2 seconds.
    expect(await stampsOn(jpeg, request)).toEqual([0, 0, 60, 60, 120, 120])
    await expect(drawSheet(media, request, { ...LARGE_LIMIT, enough: enough.signal })).rejects.toMatchObject({
      code: 'source_failed',
    })
  })

  it('is cancelled by its signal', async () => {
    const bytes = await makeVideoFile('unwanted')
    const media = await openBytes(bytes)
    const signal = AbortSignal.abort()
    await expect(drawSheet(media, requestFor([0], 1), { ...LARGE_LIMIT, signal })).rejects.toMatchObject({
      code: 'cancelled',
    })
  })

  it('is refused as broken if its media have invalid frame data', async () => {
    const bytes = await makeVideoFile('nonsense')
    const media = await openBytes(bytes)
    bytes.fill(0x5a, bytes.indexOf('mdat') + 4)
    await expect(drawSheet(media, requestFor([0, 2, 4], 0.1), LARGE_LIMIT)).rejects.toMatchObject({
      code: 'broken_media',
    })
  })
})
