import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { audioOffsetSeconds } from './audio/stamped-audio.ts'
import { makeStampedMedia, type StampedFiles, type StampedRecipe } from './make-stamped-media.ts'
import { codecStrings } from './make-youtube-renditions.ts'
import { readPackets } from './read-packets.ts'
import { readStamps } from './read-stamps.ts'
import { smallRecipe } from './stamped-recipe.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const directory = temporaryDirectory()
const idrSlice = 5

const baseRecipe = smallRecipe({ width: 320, height: 180, frames: 100, gopFrames: 30 })

/** One variant for each layout and way to encode. */
const variants: [string, Partial<StampedRecipe>][] = [
  ['a plain MP4', {}],
  ['a pair as YouTube has it', { layout: 'dash-pair' }],
  ['WebM with VP9 and Opus', { layout: 'webm', video: 'vp9', audio: 'opus' }],
  ['H.264 with open GOPs', { openGop: true }],
  ['audio alone', { video: null }],
]

/** Videos by recipe, made once for all tests. */
const videos = new Map<string, Promise<StampedFiles>>()
function makeVideo(changes: Partial<StampedRecipe>): Promise<StampedFiles> {
  const recipe = { ...baseRecipe, ...changes }
  const key = JSON.stringify(Object.entries(recipe).toSorted())
  const sourceVideo = videos.get(key) ?? makeStampedMedia(recipe, directory, `video-${videos.size}`)
  videos.set(key, sourceVideo)
  return sourceVideo
}

it.each(variants)(
  '%s shows every frame once, in order and on time, with the audio in its place',
  async (_, variant) => {
    const recipe = { ...baseRecipe, ...variant }
    const [rate, unit] = recipe.frameRate
    const files = await makeVideo(variant)
    if (recipe.video) {
      const { frames, codecs, width, height } = await readStamps(files.videoPath!)
      expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: recipe.frames }, (_, index) => index))
      const largestDelay = Math.max(...frames.map(({ seconds }, index) => Math.abs(seconds - (index * unit) / rate)))
      expect(largestDelay).toBeLessThan(recipe.layout === 'webm' ? 0.000_6 : 1e-6)
      expect({ codec: codecs.video, width, height }).toEqual({
        codec: recipe.video,
        width: recipe.width,
        height: recipe.height,
      })
    }
    if (recipe.audio) {
      const { audio, codecs } = await readStamps(files.audioPath!)
      expect(codecs.audio).toBe(recipe.audio)
      expect(audio!.startSeconds).toBeCloseTo(0, 6)
      expect(Math.abs(audioOffsetSeconds(audio!, 0)!)).toBeLessThan(0.0001)
      expect(audio!.channels).toHaveLength(recipe.channels ?? 2)
      const samples = Math.round((recipe.frames * unit * audio!.sampleRate) / rate)
      // Matroska rounds the duration of the last packet to milliseconds.
      const tolerance = recipe.layout === 'webm' ? audio!.sampleRate / 1000 : 0
      for (const channel of audio!.channels) expect(Math.abs(channel.length - samples)).toBeLessThanOrEqual(tolerance)
    }
  },
)

async function packetsOf(changes: Partial<StampedRecipe>) {
  const { videoPath } = await makeVideo(changes)
  const packets = await readPackets(videoPath!)
  return { packets, keyframes: packets.filter(({ isKeyframe }) => isKeyframe) }
}

describe('keyframes', () => {
  it('come exactly every GOP, each an IDR frame', async () => {
    const { keyframes } = await packetsOf({})
    expect(keyframes.map(({ seconds }) => Math.round(seconds * 30))).toEqual([0, 30, 60, 90])
    expect(keyframes.map(({ nalTypes }) => nalTypes.includes(idrSlice))).toEqual([true, true, true, true])
  })

  it('of open GOPs are sync samples, but after the first no IDR frames, and have leading B-frames', async () => {
    const { packets, keyframes } = await packetsOf({ openGop: true })
    expect(keyframes.map(({ seconds }) => Math.round(seconds * 30))).toEqual([0, 30, 60, 90])
    expect(keyframes.map(({ nalTypes }) => nalTypes.includes(idrSlice))).toEqual([true, false, false, false])
    const afterSecond = packets[packets.indexOf(keyframes[1]!) + 1]!
    expect(afterSecond.seconds).toBeLessThan(keyframes[1]!.seconds)
  })

  it.each([
    { video: 'vp9', audio: 'opus', layout: 'webm' },
    { video: 'hevc', audio: 'mp3' },
    { video: 'av1', audio: 'opus' },
  ] as const)('of $video come exactly every GOP, too', async (changes) => {
    const { keyframes } = await packetsOf(changes)
    expect(keyframes.map(({ seconds }) => Math.round(seconds * 30))).toEqual([0, 30, 60, 90])
  })
})

describe('the layout', () => {
  it('puts the index first, last, or in front of fragments', async () => {
    const plainFiles = await makeVideo({})
    expect(await topLevelBoxes(plainFiles.videoPath!)).toEqual(['ftyp', 'moov', 'free', 'mdat'])
    const moovLastFiles = await makeVideo({ layout: 'moov-last' })
    expect(await topLevelBoxes(moovLastFiles.videoPath!)).toEqual(['ftyp', 'free', 'mdat', 'moov'])
    const fragmented = await makeVideo({ layout: 'fragmented' })
    const fragments = Array.from({ length: 4 }, () => ['moof', 'mdat']).flat()
    expect(await topLevelBoxes(fragmented.videoPath!)).toEqual(['ftyp', 'moov', ...fragments, 'mfra'])
  })

  it('gives both files of a pair one index over all fragments, one fragment a GOP', async () => {
    const pair = await makeVideo({ layout: 'dash-pair', fragmentSeconds: 1 })
    for (const path of [pair.videoPath!, pair.audioPath!]) {
      const boxes = await topLevelBoxes(path)
      expect(boxes.slice(0, 3)).toEqual(['ftyp', 'moov', 'sidx'])
      expect(boxes.filter((type) => type === 'sidx')).toHaveLength(1)
      expect(boxes.filter((type) => type === 'moof')).toHaveLength(4)
    }
  })

  it('names the contents of the file', async () => {
    const { videoPath } = await makeVideo({ profile: 'main' })
    expect(await codecStrings(videoPath!)).toEqual([expect.stringMatching(/^avc1\.4d40/), 'mp4a.40.2'])
  })
})

it('a recipe with neither frames nor audio is refused', async () => {
  await expect(makeStampedMedia({ ...baseRecipe, video: null, audio: null }, directory, 'nothing')).rejects.toThrow(
    RangeError,
  )
})

async function topLevelBoxes(path: string): Promise<string[]> {
  const file = await readFile(path)
  const types: string[] = []
  for (let offset = 0; offset < file.length; offset += file.readUInt32BE(offset))
    types.push(file.toString('latin1', offset + 4, offset + 8))
  return types
}
