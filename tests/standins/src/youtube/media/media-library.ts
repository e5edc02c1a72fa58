import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { makeYoutubeRenditions, type YoutubeRendition } from '@kerf/stamped-media/make-youtube-renditions'
import type { Offer } from '../videos.ts'
import { makeStoryboard, makeThumbnails } from './make-images.ts'
import { CACHE_DIRECTORY, fingerprint, makeOnce } from './media-cache.ts'
import { describeFormat, type StandinFormat } from './standin-format.ts'
import { type StoryboardLevel, storyboardLevels } from './storyboards.ts'

export interface MediaRecipe {
  /** Length of every video. */
  seconds: number
  /** Maximum height of the renditions. */
  upToHeight: number
}

/** The media that all the stand-in's videos share, on disk. */
export interface MediaLibrary {
  directory: string
  seconds: number
  formats: StandinFormat[]
  storyboards: StoryboardLevel[]
}

const MANIFEST = 'renditions.json'

/** Opens the library for this recipe. Makes it first, in about half a minute, unless an earlier run has made it. */
export async function openMediaLibrary(recipe: MediaRecipe): Promise<MediaLibrary> {
  const sources = [dirname(stampedMediaFile()), import.meta.dirname]
  const directory = join(CACHE_DIRECTORY, `youtube-${await fingerprint(recipe, sources)}`)
  await makeOnce(directory, (workDirectory) => makeLibrary(workDirectory, recipe))

  const renditions: YoutubeRendition[] = JSON.parse(await readFile(join(directory, MANIFEST), 'utf8'))
  const formats = await Promise.all(
    renditions.map((rendition) => describeFormat({ ...rendition, path: join(directory, rendition.path) })),
  )
  return { directory, seconds: recipe.seconds, formats, storyboards: storyboardLevels(recipe.seconds) }
}

export function formatsOffered(library: MediaLibrary, offer: Offer): StandinFormat[] {
  switch (offer) {
    case 'everything':
      return library.formats.filter(({ speech }) => !speech)
    case 'only-avc':
      return library.formats.filter((format) => !format.speech && format.mimeType.endsWith('/mp4'))
    case 'spoken':
      return library.formats.filter(({ image, speech }) => image || speech === 'original')
    case 'dubbed':
      return library.formats.flatMap((format) => {
        const audioTrack = format.speech && AUDIO_TRACKS[format.speech]
        return format.image || audioTrack ? [{ ...format, audioTrack }] : []
      })
    case 'nothing':
      return []
  }
}

/** Audio tracks with YouTube's own ids. The number in an id is the kind of the track. */
const AUDIO_TRACKS = {
  original: { id: 'en.4', displayName: 'English original', audioIsDefault: true },
  dubbed: { id: 'de.10', displayName: 'German', audioIsDefault: false },
}

async function makeLibrary(directory: string, recipe: MediaRecipe): Promise<void> {
  const renditions = await makeYoutubeRenditions(directory, { ...recipe, hasSpeech: true })
  await makeThumbnails(tallestUpTo(renditions, 720).path, recipe.seconds, directory)
  const smallRendition = tallestUpTo(renditions, 360)
  for (const board of storyboardLevels(recipe.seconds)) await makeStoryboard(smallRendition.path, board, directory)
  // The manifest contains names only, because the directory is renamed when it is finished.
  const manifest = renditions.map((rendition) => ({ ...rendition, path: basename(rendition.path) }))
  await writeFile(join(directory, MANIFEST), JSON.stringify(manifest, null, 2))
}

function tallestUpTo(renditions: YoutubeRendition[], height: number): YoutubeRendition {
  const candidates = renditions.filter((rendition) => rendition.height !== undefined && rendition.height <= height)
  return candidates.reduce((tallestRendition, rendition) =>
    rendition.height! > tallestRendition.height! ? rendition : tallestRendition,
  )
}

function stampedMediaFile(): string {
  return createRequire(import.meta.url).resolve('@kerf/stamped-media/make-youtube-renditions')
}
