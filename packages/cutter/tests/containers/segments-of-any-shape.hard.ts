import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAllPackets } from '../support/expect-all-packets.ts'
import { RemuxedSegments, randomShape } from '../support/remuxed-segments.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { StampedWorkshop, smallRecipe } from '../support/stamped-source.ts'
import { testSeed } from '../support/test-seed.ts'

const SHAPES = 40
const RANGES_OF_SHAPE = 10
const recipe = smallRecipe({ width: 96, height: 64, layout: 'ts', frameRate: [25, 1], frames: 500, gopFrames: 50 })
let workshop: StampedWorkshop
let video: Buffer

beforeAll(async () => {
  workshop = await StampedWorkshop.open()
  video = await workshop.video(recipe)
})
afterAll(() => workshop.close())

it.each(Array.from({ length: SHAPES }, (_, index) => testSeed + index))(
  'a stream of any shape (seed %i) has each packet once, in its place',
  async (seed) => {
    const random = seededRandom(seed)
    const shape = randomShape(random)
    const segments = new RemuxedSegments(video, shape, random)
    const differences = await expectAllPackets(segments, RANGES_OF_SHAPE, random)
    expect(differences, JSON.stringify(shape)).toEqual([])
  },
)
