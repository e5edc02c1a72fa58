import { describe, expect, it } from 'vitest'
import type { HostileFile } from '../support/hostile/cruel-file.ts'
import { checkEndings, hostileEndings } from '../support/hostile/hostile-ending.ts'
import { hostileMatroska } from '../support/hostile/hostile-matroska.ts'
import { hostileMp4 } from '../support/hostile/hostile-mp4.ts'
import { endlessFiles, hostileOthers } from '../support/hostile/hostile-others.ts'
import { hostilePlaylists, hostileTransportStreams } from '../support/hostile/hostile-streams.ts'
import { silenceErrors } from '../support/native-frames.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

/** Step between the files that are cut. The long form cuts all of them. */
const FILE_STEP = process.env.KERF_TEST_AT_LENGTH === 'yes' ? 1 : 4

const workshop = stampedWorkshop()

silenceErrors()
const hostileFiles = await hostileMedia()

describe('a hostile file', () => {
  it.each(['mp4', 'matroska', 'transport', 'playlists', 'others'])(
    'ends as required, as one typed error or as a complete clip (%s)',
    async (kind) => {
      const files = hostileFiles.get(kind)!.filter((_, index) => index % FILE_STEP === 0)
      expect(await checkEndings(workshop, files)).toEqual([])
    },
  )

  it('exists in more than 300 kinds, each with a unique name and one expected end', async () => {
    const names = [...hostileFiles.values()].flat().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(300)
    expect(Object.keys(await hostileEndings()).sort()).toEqual([...names].sort())
  })
})

/** All hostile files, by kind. */
async function hostileMedia(): Promise<Map<string, HostileFile[]>> {
  const recipe = smallRecipe({ width: 160, height: 90, frames: 45, gopFrames: 15, texture: false })
  const video = await workshop.video({ ...recipe, layout: 'moov-last' })
  const fragmented = await workshop.video({ ...recipe, layout: 'fragmented' })
  const matroska = await workshop.video({ ...recipe, layout: 'webm', audio: 'vorbis' })
  const transport = await workshop.video({ ...recipe, layout: 'ts' })
  return new Map([
    ['mp4', hostileMp4(video, fragmented)],
    ['matroska', hostileMatroska(matroska)],
    ['transport', hostileTransportStreams(transport)],
    ['playlists', hostilePlaylists(transport)],
    ['others', [...hostileOthers(video), ...endlessFiles(video, matroska)]],
  ])
}
