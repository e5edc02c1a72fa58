import { rename, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { DUB_AHEAD_SECONDS } from './audio/speech.ts'
import { openLocalFile } from './decode-media.ts'
import { makeStampedMedia, type StampedRecipe } from './make-stamped-media.ts'

/** A rendition of the video with YouTube's number for it. */
export interface YoutubeRendition {
  itag: number
  path: string
  width?: number
  height?: number
  /** Spoken track in an audio rendition; absent for the ordinary audio. */
  speech?: SpokenTrack
  /** Average bits per second of the whole file. */
  bitrate: number
  /** Codecs as in YouTube's player responses: 'avc1.4d401e' or 'avc1.42c01e, mp4a.40.2'. */
  codecs: string
  /** MIME type without codecs: 'video/mp4'. */
  mime: string
}

/** Spoken audio of a video in its original language, and dubbed. */
export type SpokenTrack = keyof typeof spokenTracks
const spokenTracks = { original: { aheadSeconds: 0 }, dubbed: { aheadSeconds: DUB_AHEAD_SECONDS } }

const framesPerSecond = 30

/** Properties of all renditions: 30 frames per second and a keyframe every 2 s, which is also the fragment length. */
const commonRecipe = { frameRate: [framesPerSecond, 1], gopFrames: 60, bFrames: 2, audio: null } as const

const audioOnly = { width: 0, height: 0, video: null } as const

interface YoutubeRenditionsOptions {
  seconds?: number
  upToHeight?: number
  /** Also makes spoken audio in two languages. */
  hasSpeech?: boolean
}

type YoutubeRecipe = Omit<StampedRecipe, 'frames'>

/** Recipes by itag, with bitrates of a YouTube video with little motion. */
const recipes: ReadonlyMap<number, YoutubeRecipe> = new Map<number, YoutubeRecipe>([
  [160, dash(256, 144, 100_000, 'main')],
  [133, dash(426, 240, 200_000, 'main')],
  [134, dash(640, 360, 400_000, 'main')],
  [135, dash(854, 480, 700_000, 'main')],
  [136, dash(1280, 720, 1_300_000, 'main')],
  [137, dash(1920, 1080, 2_500_000, 'high')],
  [140, { ...commonRecipe, ...audioOnly, audio: 'aac', layout: 'dash-pair' }],
  [18, muxed(640, 360, 400_000)],
  [251, { ...commonRecipe, ...audioOnly, audio: 'opus', layout: 'webm' }],
  [248, webm(1920, 1080, 1_800_000)],
  [313, webm(3840, 2160, 8_000_000)],
])

function dash(width: number, height: number, videoBitrate: number, profile: 'main' | 'high'): YoutubeRecipe {
  return {
    ...commonRecipe,
    width,
    height,
    video: 'h264',
    videoBitrate,
    profile,
    layout: 'dash-pair',
  }
}

/** Without texture: VP9 of these sizes would take longer than all other renditions. */
function webm(width: number, height: number, videoBitrate: number): YoutubeRecipe {
  return { ...commonRecipe, width, height, video: 'vp9', videoBitrate, texture: false, layout: 'webm' }
}

function muxed(width: number, height: number, videoBitrate: number): YoutubeRecipe {
  const baseline = { profile: 'baseline', bFrames: 0, audio: 'aac', audioBitrate: 96_000 } as const
  return { ...commonRecipe, ...baseline, width, height, video: 'h264', videoBitrate, layout: 'plain' }
}

/**
 * Makes one stamped video in the renditions of YouTube up to a height, as `itag`.mp4, .m4a or .webm in `directory`. 4K
 * (itag 313) takes longer than all others together, so the default is 1080p.
 *
 * @throws FFmpegError if an encoder fails
 */
export async function makeYoutubeRenditions(
  directory: string,
  { seconds = 30, upToHeight = 1080, hasSpeech = false }: YoutubeRenditionsOptions = {},
): Promise<YoutubeRendition[]> {
  const renditions: YoutubeRendition[] = []
  const frames = Math.round(seconds * framesPerSecond)
  for (const [itag, recipe] of recipes) {
    if (recipe.height > upToHeight) continue
    renditions.push(await makeRendition(directory, itag, String(itag), { ...recipe, frames }))
    if (!hasSpeech || recipe.video) continue
    for (const [name, speech] of Object.entries(spokenTracks)) {
      const rendition = await makeRendition(directory, itag, `${itag}-${name}`, { ...recipe, frames, speech })
      renditions.push({ ...rendition, speech: name as SpokenTrack })
    }
  }
  return renditions
}

async function makeRendition(
  directory: string,
  itag: number,
  name: string,
  recipe: StampedRecipe,
): Promise<YoutubeRendition> {
  const files = await makeStampedMedia(recipe, directory, name)
  const madePath = files.videoPath ?? files.audioPath
  if (madePath === null) throw new Error(`Nothing was made for itag ${itag}`)
  const path = join(directory, `${name}${extname(madePath)}`)
  await rename(madePath, path)
  const { size } = await stat(path)
  return {
    itag,
    path,
    ...(recipe.video && { width: recipe.width, height: recipe.height }),
    bitrate: Math.round((size * 8 * framesPerSecond) / recipe.frames),
    codecs: (await codecStrings(path)).map(youtubeName).join(', '),
    mime: `${recipe.video ? 'video' : 'audio'}/${recipe.layout === 'webm' ? 'webm' : 'mp4'}`,
  }
}

/** Codec name of YouTube, which writes profile 0 of VP9 as `vp9`. */
function youtubeName(codec: string): string {
  return codec.startsWith('vp09.00') ? 'vp9' : codec
}

/** Codecs of a local file's tracks (RFC 6381): ['avc1.64001e', 'mp4a.40.2']. */
export async function codecStrings(path: string): Promise<string[]> {
  const input = await openLocalFile(path)
  try {
    return input.streams.map((stream) => stream.codecpar.getCodecString() ?? 'unknown')
  } finally {
    await input.closeInput()
  }
}
