import type { ByteSource } from '../byte-source.ts'
import type { BrokenFile } from './broken-files.ts'
import { hostileMatroska } from './hostile-matroska.ts'
import { hostileMp4 } from './hostile-mp4.ts'
import { hostileOthers } from './hostile-others.ts'
import { hostilePlaylists, hostileTransport } from './hostile-streams.ts'
import { type StampedWorkshop, smallRecipe } from './stamped-source.ts'

/** A cruel file, and how a cut of it may end. */
export interface HostileFile {
  name: string
  /** @throws CutterError where it is refused before anything of it is opened */
  open(): ByteSource
  endings: BrokenFile['endings']
}

/** All of them, by kind. */
export async function hostileMedia(workshop: StampedWorkshop): Promise<Map<string, HostileFile[]>> {
  const recipe = smallRecipe({ width: 160, height: 90, frames: 45, gopFrames: 15, texture: false })
  const film = await workshop.film({ ...recipe, layout: 'moov-last' })
  const fragmented = await workshop.film({ ...recipe, layout: 'fragmented' })
  const matroska = await workshop.film({ ...recipe, layout: 'webm', audio: 'vorbis' })
  const transport = await workshop.film({ ...recipe, layout: 'ts' })
  const opened = (files: BrokenFile[]): HostileFile[] =>
    files.map(({ name, source, endings }) => ({ name, endings, open: () => source }))
  return new Map([
    ['mp4', opened(hostileMp4(film, fragmented))],
    ['matroska', opened(hostileMatroska(matroska))],
    ['transport', opened(hostileTransport(transport))],
    ['playlists', hostilePlaylists(transport)],
    ['others', opened(hostileOthers(film))],
  ])
}
