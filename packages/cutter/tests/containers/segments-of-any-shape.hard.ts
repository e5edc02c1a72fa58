import { expect, it } from 'vitest'
import { expectAllPackets } from '../support/expect-all-packets.ts'
import { RemuxedSegments, randomShape } from '../support/remuxed-segments.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const SHAPE_COUNT = 40
const RANGES_PER_SHAPE = 10
const recipe = smallRecipe({ width: 96, height: 64, layout: 'ts', frameRate: [25, 1], frames: 500, gopFrames: 50 })
const workshop = stampedWorkshop()

const video = await workshop.video(recipe)

it.each(Array.from({ length: SHAPE_COUNT }, (_, index) => testSeed + index))(
  'a stream of any shape (seed %i) has each packet once, in its place',
  async (seed) => {
    const random = seededRandom(seed)
    const shape = randomShape(random)
    const segments = new RemuxedSegments(video, shape, random)
    const differences = await expectAllPackets(segments, RANGES_PER_SHAPE, random)
    expect(differences, JSON.stringify(shape)).toEqual([])
  },
)
