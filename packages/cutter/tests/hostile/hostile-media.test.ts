import { AV_LOG_FATAL } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { describe, expect, it } from 'vitest'
import { hostileEndings, judgeHostile } from '../support/hostile/hostile-ending.ts'
import { hostileMedia } from '../support/hostile/hostile-media.ts'
import { stampedWorkshop } from '../support/stamped-source.ts'

/** All of them are the long form's. */
const EVERY = 4

const workshop = stampedWorkshop()

Log.setLevel(AV_LOG_FATAL)
const hostile = await hostileMedia(workshop)

describe('a hostile file', () => {
  it.each(['mp4', 'matroska', 'transport', 'playlists', 'others'])(
    'ends as it has to: as one typed error, or as a clip that holds what it must (%s)',
    async (kind) => {
      const some = hostile.get(kind)!.filter((_, index) => index % EVERY === 0)
      expect(await judgeHostile(workshop, some)).toEqual([])
    },
  )

  it('exists in more than 300 kinds, each with a unique name and one expected ending', async () => {
    const names = [...hostile.values()].flat().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(300)
    expect(Object.keys(await hostileEndings()).sort()).toEqual([...names].sort())
  })
})
