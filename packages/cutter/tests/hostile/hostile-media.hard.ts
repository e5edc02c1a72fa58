import { AV_LOG_FATAL } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { expect, it } from 'vitest'
import { judgeHostile } from '../support/hostile/hostile-ending.ts'
import { hostileMedia } from '../support/hostile/hostile-media.ts'
import { stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()

it('every hostile file has its expected ending', async () => {
  Log.setLevel(AV_LOG_FATAL)
  const files = [...(await hostileMedia(workshop)).values()].flat()
  expect(await judgeHostile(workshop, files)).toEqual([])
})
