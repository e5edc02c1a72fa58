import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStampedMedia, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { benchSources } from '../bench-sources.ts'

const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/kerf-cost')
const LONG_FILM_SECONDS = 120
const FRAME_RATE = 30
const GOP_SECONDS = 5

export interface CostFilm {
  path: string
  seconds: number
}
export type CostFilmName = 'h264-360' | 'h264-1080' | 'vp9-1080' | 'vp9-2160'

const RECIPES: Record<Exclude<CostFilmName, 'h264-1080'>, { seconds: number; file: string; recipe: StampedRecipe }> = {
  'h264-360': {
    seconds: 60,
    file: 'source.mp4',
    recipe: recipeOf(640, 360, 60, { video: 'h264', audio: 'aac', layout: 'plain' }),
  },
  'vp9-1080': {
    seconds: 26,
    file: 'source.webm',
    recipe: recipeOf(1920, 1080, 26, { video: 'vp9', audio: 'opus', layout: 'webm' }),
  },
  'vp9-2160': {
    seconds: 8,
    file: 'source.webm',
    recipe: recipeOf(3840, 2160, 8, { video: 'vp9', audio: 'opus', layout: 'webm' }),
  },
}

function recipeOf(
  width: number,
  height: number,
  seconds: number,
  codecs: Pick<StampedRecipe, 'video' | 'audio' | 'layout'>,
): StampedRecipe {
  const frames = seconds * FRAME_RATE
  return {
    width,
    height,
    frames,
    frameRate: [FRAME_RATE, 1],
    gopFrames: GOP_SECONDS * FRAME_RATE,
    bFrames: 2,
    ...codecs,
  }
}

/** A film to cut from, made once and kept: of sites' usual sizes and bit rates, five seconds between keyframes. */
export async function costFilm(name: CostFilmName): Promise<CostFilm> {
  if (name === 'h264-1080') {
    const [source] = await benchSources([{ layout: 'plain', seconds: LONG_FILM_SECONDS }])
    return { path: source!.videoPath, seconds: LONG_FILM_SECONDS }
  }
  const { seconds, file, recipe } = RECIPES[name]
  const folder = join(CACHE, name)
  if (!existsSync(folder)) {
    console.error(`Making ${folder} ...`)
    await mkdir(CACHE, { recursive: true })
    const draft = await mkdtemp(join(CACHE, 'draft-'))
    await makeStampedMedia(recipe, draft, 'source')
    await rename(draft, folder)
  }
  return { path: join(folder, file), seconds }
}
