import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MediaDecodeError } from './decode-media.ts'
import { makeStampedMedia } from './make-stamped-media.ts'
import { readStamps } from './read-stamps.ts'
import { smallRecipe } from './stamped-recipe.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const directory = temporaryDirectory()

const recipe = smallRecipe({ width: 320, height: 180, frames: 60, gopFrames: 30 })

/** Raises the media time in the video's edit list, which hides its first `frames` frames. */
async function hideBeginning(path: string, frames: number): Promise<string> {
  const file = await readFile(path)
  const mediaTime = file.indexOf('elst') + 16
  const ticksPerFrame = 512
  file.writeInt32BE(file.readInt32BE(mediaTime) + frames * ticksPerFrame, mediaTime)
  const hiddenPath = join(directory, `hidden-${frames}.mp4`)
  await writeFile(hiddenPath, file)
  return hiddenPath
}

describe('readStamps', () => {
  it('reports frames and audio that an edit list hides as hidden, not as shown', async () => {
    const { videoPath } = await makeStampedMedia(recipe, directory, 'whole')
    const reading = await readStamps(await hideBeginning(videoPath!, 7))
    expect(reading.frames[0]).toEqual({ seconds: 0, number: 7 })
    expect(reading.frames).toHaveLength(53)
    expect(reading.hidden.frames).toBe(60)
    // Every AAC file contains the encoder's priming and the padding of the last packet.
    expect(reading.audio!.channels[0]).toHaveLength(2 * 44100)
    expect(reading.hidden.audio![0]!.length).toBeGreaterThan(2 * 44100 + 1023)
  })

  it.each<[string, (file: Buffer) => Buffer]>([
    ['something in the file is damaged', (file) => file.fill(0x55, file.length >> 1, (file.length >> 1) + 3000)],
    ['the file ends too early', (file) => file.subarray(0, Math.floor(file.length * 0.8))],
  ])('throws if %s', async (_, changeFile) => {
    const { videoPath } = await makeStampedMedia(recipe, directory, 'changed')
    await writeFile(videoPath!, changeFile(await readFile(videoPath!)))
    await expect(readStamps(videoPath!)).rejects.toThrow(MediaDecodeError)
  })

  it('throws for a file that is not media', async () => {
    const path = join(directory, 'text.mp4')
    await writeFile(path, 'no video')
    await expect(readStamps(path)).rejects.toThrow()
  })
})
