import { type StampedWorkshop, smallRecipe } from '../stamped-source.ts'
import type { HostileFile } from './cruel-file.ts'
import { hostileMatroska } from './hostile-matroska.ts'
import { hostileMp4 } from './hostile-mp4.ts'
import { hostileOthers, withoutEnd } from './hostile-others.ts'
import { hostilePlaylists, hostileTransport } from './hostile-streams.ts'

/** All of them, by kind. */
export async function hostileMedia(workshop: StampedWorkshop): Promise<Map<string, HostileFile[]>> {
  const recipe = smallRecipe({ width: 160, height: 90, frames: 45, gopFrames: 15, texture: false })
  const video = await workshop.video({ ...recipe, layout: 'moov-last' })
  const fragmented = await workshop.video({ ...recipe, layout: 'fragmented' })
  const matroska = await workshop.video({ ...recipe, layout: 'webm', audio: 'vorbis' })
  const transport = await workshop.video({ ...recipe, layout: 'ts' })
  return new Map([
    ['mp4', hostileMp4(video, fragmented)],
    ['matroska', hostileMatroska(matroska)],
    ['transport', hostileTransport(transport)],
    ['playlists', hostilePlaylists(transport)],
    ['others', [...hostileOthers(video), ...withoutEnd(video, matroska)]],
  ])
}
