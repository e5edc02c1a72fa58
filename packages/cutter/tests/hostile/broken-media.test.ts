import { describe, expect, it } from 'vitest'
import { openBytes } from '../support/counting-file.ts'
import { copiesOf, hostileFile } from '../support/hostile/cruel-file.ts'
import { endingOf } from '../support/hostile/hostile-ending.ts'
import { withBoxesInIndex } from '../support/hostile/hostile-mp4.ts'
import { silenceErrors } from '../support/native-frames.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

/** Number of rounds, each of which is a whole cut: a few by default, more with CUTTER_FLIPS. */
const FLIP_ROUNDS = Number(process.env.CUTTER_FLIPS ?? 8)

const workshop = stampedWorkshop()
const recipe = smallRecipe({ width: 160, height: 90, frames: 45, gopFrames: 15, texture: false })
// Decoder messages about broken bytes are long and useless here.
silenceErrors()

it.each([
  ['MP4', recipe],
  ['Matroska', { ...recipe, layout: 'webm', audio: 'vorbis' }],
] as const)('a video with flipped bits ends as a typed error or as a clip: %s', async (_, videoRecipe) => {
  const healthyVideo = await workshop.video(videoRecipe)
  const random = seededRandom(testSeed)
  for (let round = 0; round < FLIP_ROUNDS; round++) {
    const damagedVideo = Buffer.from(healthyVideo)
    // Half of the rounds flip bits near the beginning, where they do most harm.
    const damagedBytes = round % 2 === 0 ? damagedVideo.length : 3000
    for (let count = 0; count < 3; count++) {
      const at = Math.floor(random() * damagedBytes)
      damagedVideo[at]! ^= 1 << Math.floor(random() * 8)
    }
    const ending = await endingOf(hostileFile('flipped', damagedVideo), workshop)
    expect(ending, `seed ${testSeed}, round ${round}`).toMatch(/^(frames .*|a clip .*|[a-z]+_[a-z_]+)$/)
  }
})

describe('a video beyond the limits', () => {
  it('with more pixels than its header states is not decoded', async () => {
    const vp9Recipe = smallRecipe({ width: 160, height: 90, frames: 20, layout: 'webm', video: 'vp9', audio: null })
    const webm = await workshop.video(vp9Recipe)
    const SYNC_CODE = Buffer.from('498342', 'hex')
    let videoFrames = 0
    for (let at = webm.indexOf(SYNC_CODE); at >= 0; at = webm.indexOf(SYNC_CODE, at + 1)) {
      // Four bits of colour, then width and height in 16 bits each: 32768 by 32768.
      webm[at + 3] = (webm[at + 3]! & 0xf0) | 0x7
      webm.set([0xff, 0xf7, 0xff], at + 4)
      videoFrames += 1
    }
    expect(videoFrames).toBeGreaterThan(0)
    const media = await openBytes(webm)
    expect(media.facts.video).toMatchObject({ width: 160, height: 90 })
    await expect(workshop.cut(media, { startTime: 0, endTime: 0.5 })).rejects.toMatchObject({ code: 'broken_media' })
  })

  it('with more than eight streams is cut from the first eight', async () => {
    const video = await workshop.video({ ...recipe, layout: 'moov-last' })
    const audioAt = video.lastIndexOf('trak') - 4
    const audio = video.subarray(audioAt, audioAt + video.readUInt32BE(audioAt))
    expect(audio.includes('soun')).toBe(true)
    const [eightStreams, nineStreams] = [7, 8].map((count) => withBoxesInIndex(video, ...copiesOf(count, audio)))
    const { clip } = await workshop.cut(await openBytes(eightStreams!), { startTime: 0.4, endTime: 1.4 })
    expect(clip.frames.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, index) => index + 12))
    expect((await openBytes(nineStreams!)).facts.video).toBeNull()
  })
})
