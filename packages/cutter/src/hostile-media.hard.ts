import { AV_LOG_FATAL } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterAll, expect, it } from 'vitest'
import { hostileMedia } from './testing/hostile-media.ts'
import { judgeHostile } from './testing/judge-hostile.ts'
import { StampedWorkshop } from './testing/stamped-source.ts'

const workshop = await StampedWorkshop.open()
afterAll(() => workshop.close())

it('every cruel file ends as it has to', async () => {
  Log.setLevel(AV_LOG_FATAL)
  const files = [...(await hostileMedia(workshop)).values()].flat()
  expect(await judgeHostile(workshop, files)).toEqual([])
})
