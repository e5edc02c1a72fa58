import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { makeYoutubeRenditions, type YoutubeRendition } from '@kerf/stamped-media/make-youtube-renditions'
import type { Offer } from '../videos.ts'
import { makeStoryboard, makeThumbnails } from './make-images.ts'
import { describeFormat, type StandinFormat } from './standin-format.ts'
import { storyboardLevels } from './storyboards.ts'

export interface MediaRecipe {
  /** Length of every video. */
  seconds: number
  /** The tallest frame that is made. */
  upToHeight: number
}

/** The media that all the stand-in's videos share, on disk. */
export type MediaLibrary = Awaited<ReturnType<typeof openMediaLibrary>>

const MANIFEST = 'renditions.json'

/** Opens the library for this recipe, making it first (about half a minute) unless an earlier run has. */
export async function openMediaLibrary(recipe: MediaRecipe) {
  const sources = [dirname(stampedMediaFile()), import.meta.dirname]
  const directory = join(CACHE_DIRECTORY, `youtube-${await fingerprint(recipe, sources)}`)
  await makeOnce(directory, (unfinished) => makeLibrary(unfinished, recipe))

  const renditions: YoutubeRendition[] = JSON.parse(await readFile(join(directory, MANIFEST), 'utf8'))
  const formats = await Promise.all(
    renditions.map((rendition) => describeFormat({ ...rendition, path: join(directory, rendition.path) })),
  )
  return { directory, seconds: recipe.seconds, formats, storyboards: storyboardLevels(recipe.seconds) }
}

export function formatsOffered(library: MediaLibrary, offer: Offer): StandinFormat[] {
  switch (offer) {
    case 'everything':
      return library.formats
    case 'only-avc':
      return library.formats.filter((format) => format.mimeType.endsWith('/mp4'))
    case 'nothing':
      return []
  }
}

async function makeLibrary(directory: string, recipe: MediaRecipe): Promise<void> {
  const renditions = await makeYoutubeRenditions(directory, recipe)
  await makeThumbnails(tallestUpTo(renditions, 720).path, recipe.seconds, directory)
  const small = tallestUpTo(renditions, 360)
  for (const board of storyboardLevels(recipe.seconds)) await makeStoryboard(small.path, board, directory)
  // Names only: the directory is renamed when it is finished.
  const manifest = renditions.map((rendition) => ({ ...rendition, path: basename(rendition.path) }))
  await writeFile(join(directory, MANIFEST), JSON.stringify(manifest, null, 2))
}

function tallestUpTo(renditions: YoutubeRendition[], height: number): YoutubeRendition {
  const fitting = renditions.filter((rendition) => rendition.height !== undefined && rendition.height <= height)
  return fitting.reduce((tallest, rendition) => (rendition.height! > tallest.height! ? rendition : tallest))
}

function stampedMediaFile(): string {
  return createRequire(import.meta.url).resolve('@kerf/stamped-media/make-youtube-renditions')
}

/** Where finished media are cached between test runs: beside the installed packages, so that a clean install deletes them. */
const CACHE_DIRECTORY = join(import.meta.dirname, '../../../../../node_modules/.cache/kerf-media')

/** What a cached directory was made from: its recipe, and the source text of everything that takes part in making it. */
async function fingerprint(recipe: object, sourceDirectories: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(recipe))
  for (const directory of sourceDirectories) {
    const names = await readdir(directory, { recursive: true })
    const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    for (const name of sources.sort()) hash.update(name).update(await readFile(join(directory, name)))
  }
  return hash.digest('hex').slice(0, 20)
}

/**
 * Resolves when `directory` exists, filled by `make` if it was not there. It is made under another name beside it and
 * renamed when it is whole: two runs at once may both make it, the first to finish wins, and no reader ever sees half of one.
 */
async function makeOnce(directory: string, make: (unfinished: string) => Promise<void>): Promise<void> {
  if (await exists(directory)) return
  await mkdir(dirname(directory), { recursive: true })
  const unfinished = await mkdtemp(`${directory}.making-`)
  try {
    await make(unfinished)
    await rename(unfinished, directory)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(directory))) throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
