import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Packet, Rational } from 'node-av/lib'
import { tonedAudioAt } from './audio/channel-tones.ts'
import { type StampedAudioCodec, startAudioEncoding } from './audio/encode-audio.ts'
import { spokenAudioAt } from './audio/speech.ts'
import { stampedAudioAt } from './audio/stamped-audio.ts'
import { startVideoEncoding } from './encode-video.ts'
import type { Encoding } from './encoding.ts'
import { durationSeconds, type StampedRecipe } from './stamped-recipe.ts'
import { textPackets } from './text-packets.ts'
import { type Container, type MuxedTrack, writeContainer } from './write-container.ts'

export type { StampedRecipe, StampedText } from './stamped-recipe.ts'

/** Paths of a stamped file. Both are equal for layouts that mux video and audio. */
export interface StampedFiles {
  videoPath: string | null
  audioPath: string | null
}

/**
 * Makes a video with numbered frames and time-stamped audio. Writes it as `name`.mp4, .mov, .webm, .mkv, .ts,
 * `name`/index.m3u8, or `name`-video.mp4 and `name`-audio.m4a for a dash pair. Equal recipes give equal frames.
 *
 * @throws RangeError for a recipe without video and audio
 * @throws FFmpegError if the container does not allow the codec
 */
export async function makeStampedMedia(recipe: StampedRecipe, directory: string, name: string): Promise<StampedFiles> {
  if (recipe.video === null && recipe.audio === null) throw new RangeError('A recipe needs frames or audio')
  if (recipe.layout === 'dash-pair') return makePair(recipe, directory, name)
  const container = withOptions(containerOf(recipe, join(directory, name)), recipe.muxerOptions)
  if (container.format === 'hls') await mkdir(dirname(container.path), { recursive: true })
  await writeContainer(container, await startEncodings(recipe))
  return {
    videoPath: recipe.video && container.path,
    audioPath: recipe.audio && container.path,
  }
}

async function makePair(recipe: StampedRecipe, directory: string, name: string): Promise<StampedFiles> {
  const writePart = async (part: StampedRecipe, partName: string) => {
    const path = join(directory, `${name}-${partName}`)
    await writeContainer(fragmentedMp4(part, path), await startEncodings(part))
    return path
  }
  return {
    videoPath: recipe.video && (await writePart({ ...recipe, audio: null }, 'video.mp4')),
    audioPath: recipe.audio && (await writePart({ ...recipe, video: null }, 'audio.m4a')),
  }
}

async function startEncodings(recipe: StampedRecipe): Promise<MuxedTrack[]> {
  const { video, audio, audioLanguage, otherAudio, texts = [] } = recipe
  const tracks: MuxedTrack[] = []
  if (video) tracks.push(await startVideoEncoding(recipe, video))
  if (audio) tracks.push(withMetadata(await startAudio(recipe, audio, 0), audioLanguage))
  if (audio && otherAudio) {
    tracks.push(
      withMetadata(await startAudio(recipe, audio, otherAudio.laterSeconds), otherAudio.language, otherAudio.title),
    )
  }
  return [...tracks, ...texts.map((text) => withMetadata(textPackets(text), text.language, text.title))]
}

function withMetadata<T>(track: T, language?: string, title?: string): T & { metadata: Record<string, string> } {
  return { ...track, metadata: { ...(language && { language }), ...(title && { title }) } }
}

function startAudio(recipe: StampedRecipe, codec: StampedAudioCodec, laterSeconds: number): Promise<Encoding> {
  const decodedRate = recipe.sampleRate ?? (codec === 'opus' ? 48000 : 44100)
  const sampleRate = codec === 'he-aac' || codec === 'he-aac-v2' ? decodedRate / 2 : decodedRate
  const firstSample = Math.round((recipe.audioFromSeconds ?? 0) * sampleRate)
  const endSample = Math.round((recipe.audioToSeconds ?? durationSeconds(recipe)) * sampleRate)
  const channels = codec === 'he-aac-v2' ? 1 : (recipe.channels ?? 2)
  const sampleAt = sampleOf(recipe, sampleRate)
  const shiftSamples = laterSeconds * sampleRate
  return startAudioEncoding({
    codec,
    firstSample,
    samples: endSample - firstSample,
    sampleRate,
    channels,
    bitrate: recipe.audioBitrate ?? 128_000,
    isRough: !recipe.hasTones,
    sampleAt: (sampleIndex, channel) => sampleAt(sampleIndex + shiftSamples, channel),
  })
}

function sampleOf({ hasTones, speech }: StampedRecipe, sampleRate: number): (index: number, channel: number) => number {
  if (hasTones) return (index, channel) => tonedAudioAt(index, sampleRate, channel)
  if (speech) return (index) => spokenAudioAt(index, sampleRate, speech.aheadSeconds)
  return (index) => stampedAudioAt(index, sampleRate)
}

function containerOf(recipe: StampedRecipe, pathWithoutEnding: string): Container {
  const mp4Path = `${pathWithoutEnding}.mp4`
  switch (recipe.layout) {
    case 'plain':
      return { path: mp4Path, format: 'mp4', options: { movflags: '+faststart' } }
    case 'moov-last':
      return { path: mp4Path, format: 'mp4', options: {} }
    case 'mov':
      return { path: `${pathWithoutEnding}.mov`, format: 'mov', options: {} }
    case 'wav':
    case 'flac':
    case 'ogg':
    case 'mp3':
    case 'mp2':
    case 'adts':
      return { path: `${pathWithoutEnding}.${recipe.layout}`, format: recipe.layout, options: {} }
    case 'webm':
      return matroska(recipe, pathWithoutEnding)
    case 'ts':
      return { path: `${pathWithoutEnding}.ts`, format: 'mpegts', options: {} }
    case 'hls':
      return playlist(recipe, pathWithoutEnding, 'mpegts')
    case 'hls-mp4':
      return playlist(recipe, pathWithoutEnding, 'fmp4')
    default:
      return fragmentedMp4(recipe, mp4Path)
  }
}

/** WebM if it allows the codecs, else Matroska. */
function matroska(recipe: StampedRecipe, pathWithoutEnding: string): Container {
  const isWebm = [null, 'vp9', 'av1'].includes(recipe.video) && [null, 'opus', 'vorbis'].includes(recipe.audio)
  return {
    path: `${pathWithoutEnding}.${isWebm ? 'webm' : 'mkv'}`,
    format: isWebm ? 'webm' : 'matroska',
    options: { cues_to_front: '1' },
  }
}

function playlist(recipe: StampedRecipe, directory: string, segments: 'mpegts' | 'fmp4'): Container {
  const [numerator, denominator] = recipe.frameRate
  return {
    path: join(directory, 'index.m3u8'),
    format: 'hls',
    options: {
      hls_time: String((recipe.gopFrames * denominator) / numerator),
      hls_playlist_type: 'vod',
      hls_segment_type: segments,
    },
  }
}

function withOptions(container: Container, options: StampedRecipe['muxerOptions']): Container {
  return { ...container, options: { ...container.options, ...options } }
}

function fragmentedMp4(recipe: StampedRecipe, path: string): Container {
  const indexFlags = recipe.layout === 'dash-pair' ? '+dash+global_sidx' : ''
  return {
    path,
    format: 'mp4',
    options: { movflags: `+frag_custom+delay_moov+default_base_moof${indexFlags}` },
    startsFragment: fragmentRule(recipe),
  }
}

/** Fragments begin at keyframes, unless they are shorter than a GOP. Every audio packet is a keyframe. */
function fragmentRule(recipe: StampedRecipe): (packet: Packet, timeBase: Rational) => boolean {
  const [numerator, denominator] = recipe.frameRate
  const gopSeconds = (recipe.gopFrames * denominator) / numerator
  const length = recipe.fragmentSeconds ?? (recipe.video ? gopSeconds : 5)
  const isShorter = length < gopSeconds
  const tolerance = 1e-6
  let nextStart = length
  return (packet, timeBase) => {
    const seconds = (Number(packet.pts) * timeBase.num) / timeBase.den
    if (seconds < nextStart - tolerance || !(isShorter || packet.isKeyframe)) return false
    while (nextStart <= seconds + tolerance) nextStart += length
    return true
  }
}
