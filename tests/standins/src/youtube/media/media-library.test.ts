import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { beforeAll, describe, expect, it } from 'vitest'
import { MAKING_MILLISECONDS, SMALL_RECIPE } from '../small-recipe.ts'
import { formatsOffered, type MediaLibrary, openMediaLibrary } from './media-library.ts'
import { decodeFrames } from './still-images.ts'
import { storyboardFileName } from './storyboards.ts'

let library: MediaLibrary

beforeAll(async () => {
  library = await openMediaLibrary(SMALL_RECIPE)
}, MAKING_MILLISECONDS)

const JPEG_START = Buffer.from([0xff, 0xd8])

async function bytesAt(path: string, start: number, count: number): Promise<Buffer> {
  const file = await open(path)
  try {
    return (await file.read(Buffer.alloc(count), 0, count, start)).buffer
  } finally {
    await file.close()
  }
}

async function sizeOf(imagePath: string): Promise<{ width: number; height: number }> {
  for await (using frame of decodeFrames(imagePath)) return { width: frame.width, height: frame.height }
  throw new Error(`${imagePath} holds no frame`)
}

describe('the media library', () => {
  it('holds stamped frames, numbered from the first to the last', async () => {
    const format = library.formats.find(({ itag }) => itag === 134)!
    const { frames } = await readStamps(format.path)
    expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: 180 }, (_, number) => number))
  })

  it('knows where each separate video and audio has its index', async () => {
    for (const { itag, mimeType, ranges, path } of library.formats.filter((format) => format.itag !== 18)) {
      expect(ranges, String(itag)).not.toBeNull()
      const start = await bytesAt(path, ranges!.index.start, 8)
      if (mimeType.endsWith('/mp4')) {
        expect(start.toString('latin1', 4, 8)).toBe('sidx')
        expect(start.readUInt32BE(0)).toBe(ranges!.index.end - ranges!.index.start + 1)
      } else {
        expect(start.readUInt32BE(0)).toBe(0x1c53bb6b)
      }
    }
  })

  it('offers parts of itself', () => {
    const itags = (offer: Parameters<typeof formatsOffered>[1]) =>
      formatsOffered(library, offer).map(({ itag }) => itag)
    expect(itags('everything').toSorted((a, b) => a - b)).toEqual([18, 133, 134, 140, 160, 251])
    expect(itags('only-avc')).not.toContain(251)
    expect(itags('only-itag-18')).toEqual([18])
    expect(itags('only-audio')).toEqual([140, 251])
    expect(itags('nothing')).toEqual([])
  })

  it('has thumbnails in the sizes of their names', async () => {
    expect(await sizeOf(join(library.directory, 'maxresdefault.jpg'))).toEqual({ width: 1280, height: 720 })
    expect(await sizeOf(join(library.directory, 'hqdefault.webp'))).toEqual({ width: 480, height: 360 })
  })

  it('has every sheet of every storyboard, laid out as described', async () => {
    for (const board of library.storyboards) {
      for (let sheet = 0; sheet < board.sheets; sheet += 1) {
        const path = join(library.directory, storyboardFileName(board.level, sheet))
        expect((await readFile(path)).subarray(0, 2)).toEqual(JPEG_START)
        expect(await sizeOf(path)).toEqual({ width: board.width * board.columns, height: board.height * board.rows })
      }
    }
  })
})
