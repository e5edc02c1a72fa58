import { readFile } from 'node:fs/promises'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { expect, it } from 'vitest'
import { smallRecipe, stampedWorkshop } from '../../../tests/support/stamped-source.ts'
import { VIDEO_PIDS } from '../../../tests/support/ts-tables.ts'
import { assemblePes } from '../../demux/ts/pes.ts'
import { splitByteStream } from '../h264/nal-units.ts'
import { hevcFrameSize } from './frame-size.ts'

const workshop = stampedWorkshop()

it('the size of HEVC is its displayed size, without the padding of the last blocks', {
  timeout: 30_000,
}, async () => {
  const recipe = smallRecipe({ width: 318, height: 178, frames: 5, video: 'hevc', audio: null, layout: 'ts' })
  const { videoPath } = await makeStampedMedia(recipe, workshop.directory, 'hevc')
  const stream = await readFile(videoPath!)
  const pids = { video: new Set([VIDEO_PIDS.video]), audio: new Set<number>() }
  const [first] = assemblePes(stream, { strideBytes: 188, firstPacket: 0 }, pids, stream.length).units
  const sizes = [...splitByteStream(first!.data)].map((nal) => hevcFrameSize(nal)).filter((size) => size !== null)
  expect(sizes).toEqual([{ width: 318, height: 178 }])
})
