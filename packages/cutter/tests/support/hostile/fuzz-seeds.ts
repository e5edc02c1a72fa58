import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hostilePlaylistTexts } from '../playlist-seeds.ts'
import { type StampedWorkshop, smallRecipe } from '../stamped-source.ts'
import { hostileOthers } from './hostile-others.ts'

const FINDINGS = join(import.meta.dirname, 'corpus')

/**
 * What fuzzing begins with: a small video of every container, texts, and the inputs that once broke something.
 * @param withOthers audio in files of its own too
 */
export async function fuzzSeeds(
  workshop: StampedWorkshop,
  { withOthers = false } = {},
): Promise<Record<'media' | 'playlist' | 'codecs', Buffer[]>> {
  const recipe = smallRecipe({ width: 32, height: 32, frames: 15, gopFrames: 5, texture: false })
  const layouts = ['moov-last', 'fragmented', 'ts', 'mov'] as const
  const videos = await Promise.all([
    ...layouts.map((layout) => workshop.video({ ...recipe, layout })),
    workshop.video({ ...recipe, layout: 'webm', audio: 'vorbis' }),
  ])
  const findings = await Promise.all((await readdir(FINDINGS)).map((name) => readFile(join(FINDINGS, name))))
  const configuration = videos[0]!.subarray(videos[0]!.indexOf('avcC') + 4, videos[0]!.indexOf('avcC') + 60)
  return {
    media: [...videos, ...findings, ...(withOthers ? await others(videos[0]!) : [])],
    playlist: hostilePlaylistTexts.map((text) => Buffer.from(text, 'latin1')),
    codecs: [
      configuration,
      configuration.subarray(8),
      Buffer.from('1210', 'hex'),
      Buffer.from('0a0b00000024cfbf8b30', 'hex'),
      ...findings,
    ],
  }
}

const LARGEST_SEED_BYTES = 200_000

/** Audio in files of its own, and what is no video: most of it is slow to read, since it was made to be. */
async function others(video: Buffer): Promise<Buffer[]> {
  const sources = hostileOthers(video).map(({ open }) => open())
  const small = sources.filter(({ sizeBytes }) => sizeBytes <= LARGEST_SEED_BYTES)
  return Promise.all(small.map(async (source) => Buffer.from(await source.read(0, source.sizeBytes))))
}
