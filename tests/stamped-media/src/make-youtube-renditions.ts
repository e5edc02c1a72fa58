import { rename, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { DUB_AHEAD_SECONDS } from './audio/speech.ts'
import { openLocalFile } from './decode-media.ts'
import { makeStampedMedia, type StampedRecipe } from './make-stamped-media.ts'

/** One encoded form of the video under YouTube's own number for it. */
export interface YoutubeRendition {
  itag: number
  path: string
  width?: number
  height?: number
  /** Absent where it is the audio of an ordinary video. */
  speech?: SpokenTrack
  /** Bits a second, the whole file's mean. */
  bitrate: number
  /** As YouTube's player responses name them, e.g. 'avc1.4d401e' or 'avc1.42c01e, mp4a.40.2'. */
  codecs: string
  /** Without the codecs, e.g. 'video/mp4'. */
  mime: string
}

/** The audio of a video in which somebody speaks, and the same in another language. */
export type SpokenTrack = keyof typeof spokenTracks
const spokenTracks = { original: { aheadSeconds: 0 }, dubbed: { aheadSeconds: DUB_AHEAD_SECONDS } }

const framesPerSecond = 30

/** What all renditions share: 30 frames a second and a keyframe every 2 s, as fragments of the same length. */
const common = { frameRate: [framesPerSecond, 1], gopFrames: 60, bFrames: 2, audio: null } as const

const audioOnly = { width: 0, height: 0, video: null } as const

interface YoutubeRenditionsOptions {
  seconds?: number
  upToHeight?: number
  /** Also the audio of a video in which somebody speaks, in two languages. */
  hasSpeech?: boolean
}

type YoutubeRecipe = Omit<StampedRecipe, 'frames'>

/** Bitrates are those of a quiet YouTube video. */
const recipes: ReadonlyMap<number, YoutubeRecipe> = new Map<number, YoutubeRecipe>([
  [160, dash(256, 144, 100_000, 'main')],
  [133, dash(426, 240, 200_000, 'main')],
  [134, dash(640, 360, 400_000, 'main')],
  [135, dash(854, 480, 700_000, 'main')],
  [136, dash(1280, 720, 1_300_000, 'main')],
  [137, dash(1920, 1080, 2_500_000, 'high')],
  [140, { ...common, ...audioOnly, audio: 'aac', layout: 'dash-pair' }],
  [18, muxed(640, 360, 400_000)],
  [251, { ...common, ...audioOnly, audio: 'opus', layout: 'webm' }],
  [248, webm(1920, 1080, 1_800_000)],
  [313, webm(3840, 2160, 8_000_000)],
])

function dash(width: number, height: number, videoBitrate: number, profile: 'main' | 'high'): YoutubeRecipe {
  return {
    ...common,
    width,
    height,
    video: 'h264',
    videoBitrate,
    profile,
    layout: 'dash-pair',
  }
}

/** Without texture: VP9 of these sizes would otherwise take longer than all the rest. */
function webm(width: number, height: number, videoBitrate: number): YoutubeRecipe {
  return { ...common, width, height, video: 'vp9', videoBitrate, texture: false, layout: 'webm' }
}

function muxed(width: number, height: number, videoBitrate: number): YoutubeRecipe {
  const baseline = { profile: 'baseline', bFrames: 0, audio: 'aac', audioBitrate: 96_000 } as const
  return { ...common, ...baseline, width, height, video: 'h264', videoBitrate, layout: 'plain' }
}

/**
 * Makes one stamped video in the forms in which YouTube offers a video, up to the given height, as `itag`.mp4, .m4a or
 * .webm in `directory`. 4K (itag 313) is made only when asked for: it takes longer than all the others together.
 *
 * @throws FFmpegError when an encoder fails
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
      const made = await makeRendition(directory, itag, `${itag}-${name}`, { ...recipe, frames, speech })
      renditions.push({ ...made, speech: name as SpokenTrack })
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
  const made = await makeStampedMedia(recipe, directory, name)
  const madePath = made.videoPath ?? made.audioPath
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

/** YouTube calls VP9 of profile 0 just that. */
function youtubeName(codec: string): string {
  return codec.startsWith('vp09.00') ? 'vp9' : codec
}

/** The codecs of a local file's tracks as RFC 6381 names them, e.g. ['avc1.64001e', 'mp4a.40.2']. */
export async function codecStrings(path: string): Promise<string[]> {
  const input = await openLocalFile(path)
  try {
    return input.streams.map((stream) => stream.codecpar.getCodecString() ?? 'unknown')
  } finally {
    await input.closeInput()
  }
}
