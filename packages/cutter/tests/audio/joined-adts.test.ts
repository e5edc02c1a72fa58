import { expect, it } from 'vitest'
import { openBytes } from '../support/counting-file.ts'
import { id3Tag } from '../support/id3-tag.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()

/** Splits ADTS into segments of this number of frames, each after two ID3 tags. */
function inSegments(adts: Buffer, frames: number): Buffer {
  const parts: Buffer[] = []
  for (let at = 0, frame = 0; at < adts.length; frame++) {
    const bytes = (adts.readUIntBE(at + 3, 3) >> 5) & 0x1fff
    if (frame % frames === 0) parts.push(id3Tag(63), id3Tag(300 * frame))
    parts.push(adts.subarray(at, at + bytes))
    at += bytes
  }
  return Buffer.concat(parts)
}

it('AAC segments with leading tags are cut after the tags', async () => {
  const recipe = smallRecipe({ video: null, layout: 'adts', frames: 120 })
  const adts = await workshop.video(recipe)
  const plainMedia = await openBytes(adts)
  const taggedMedia = await openBytes(inSegments(adts, 30))
  expect(taggedMedia.facts).toEqual(plainMedia.facts)
  const range = { startTime: 2.21, endTime: 3.13 }
  const [expectedCut, cut] = [
    await workshop.cut(plainMedia, range, mp3Request),
    await workshop.cut(taggedMedia, range, mp3Request),
  ]
  expect(cut.clip.audio).toEqual(expectedCut.clip.audio)
  expect(cut.clip.audio!.channels[0]!.length / 44_100).toBeCloseTo(0.92, 3)
})
