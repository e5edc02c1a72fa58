import { expect, it } from 'vitest'
import { unitsOf } from '../../../tests/support/remuxed-segments.ts'
import { smallRecipe, stampedWorkshop } from '../../../tests/support/stamped-source.ts'
import { FFMPEG_PIDS } from '../../../tests/support/ts-tables.ts'
import { splitByteStream } from '../h264/nal-units.ts'
import { hevcFrameSize } from './frame-size.ts'

const workshop = stampedWorkshop()

it('the size of HEVC is its displayed size, without block padding', async () => {
  const recipe = smallRecipe({ width: 318, height: 178, frames: 5, video: 'hevc', audio: null, layout: 'ts' })
  const [first] = unitsOf(await workshop.video(recipe), FFMPEG_PIDS.video)
  const sizes = [...splitByteStream(first!.data)].map((nal) => hevcFrameSize(nal)).filter((size) => size !== null)
  expect(sizes).toEqual([{ width: 318, height: 178 }])
})
