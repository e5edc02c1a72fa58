import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startAudioEncoding } from '@kerf/stamped-media/audio/encode-audio'
import { stampedAudioAt } from '@kerf/stamped-media/audio/stamped-audio'
import { startVideoEncoding } from '@kerf/stamped-media/encode-video'
import type { Encoding } from '@kerf/stamped-media/encoding'
import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { writeContainer } from '@kerf/stamped-media/write-container'
import type { Packet } from 'node-av/lib'

export type Layout = 'plain' | 'dash-pair'

export interface BenchSource {
  layout: Layout
  seconds: number
  videoPath: string
  /** Path of a separate audio file; null if the audio is in the video's file. */
  audioPath: string | null
}

export const FRAME_RATE = 30
export const GOP_SECONDS = 5
/** Frames after which the video repeats. The audio repeats after a period of its own, so no two positions are alike. */
export const FRAME_PERIOD_FRAMES = 60 * FRAME_RATE
const AUDIO_PERIOD_PACKET_COUNT = 2757
const SAMPLES_PER_PACKET = 1024
const SAMPLE_RATE = 44_100
const AUDIO_PERIOD_SAMPLES = AUDIO_PERIOD_PACKET_COUNT * SAMPLES_PER_PACKET
export const AUDIO_PERIOD_SECONDS = AUDIO_PERIOD_SAMPLES / SAMPLE_RATE
export const SOURCE_DESCRIPTION = '1080p30 H.264 High at 2.7 Mb/s, 3 B-frames, 5 s between keyframes, AAC 128 kb/s'

export const CACHE_PATH = join(import.meta.dirname, '../../node_modules/.cache/kerf-bench')
const TRACK_RECIPE: StampedRecipe = {
  width: 1920,
  height: 1080,
  frameRate: [FRAME_RATE, 1],
  bFrames: 3,
  video: 'h264',
  videoBitrate: 2_700_000,
  frames: FRAME_PERIOD_FRAMES + GOP_SECONDS * FRAME_RATE,
  gopFrames: GOP_SECONDS * FRAME_RATE,
  audio: null,
  layout: 'plain',
}

/** Source videos, made once and cached. Missing ones share one encoding of their frames. */
export async function benchSources(requests: readonly { layout: Layout; seconds: number }[]): Promise<BenchSource[]> {
  const sources = requests.map(({ layout, seconds }) =>
    sourceIn(join(CACHE_PATH, `looped-${layout}-${seconds}`), layout, seconds),
  )
  const missingSources = sources.filter(({ videoPath }) => !existsSync(videoPath))
  if (missingSources.length > 0) await makeSources(missingSources)
  return sources
}

function sourceIn(folder: string, layout: Layout, seconds: number): BenchSource {
  const isPair = layout === 'dash-pair'
  const videoPath = join(folder, isPair ? 'source-video.mp4' : 'source.mp4')
  return { layout, seconds, videoPath, audioPath: isPair ? join(folder, 'source-audio.m4a') : null }
}

async function makeSources(sources: readonly BenchSource[]): Promise<void> {
  console.error('Encoding a minute of video and audio ...')
  const encodedVideo = await startVideoEncoding(TRACK_RECIPE, 'h264')
  const encodedAudio = await startAudioEncoding({
    codec: 'aac',
    sampleRate: SAMPLE_RATE,
    channels: 2,
    bitrate: 128_000,
    samples: AUDIO_PERIOD_SAMPLES + 4 * SAMPLES_PER_PACKET,
    sampleAt: (index) => stampedAudioAt(index % AUDIO_PERIOD_SAMPLES, SAMPLE_RATE),
  })
  const video = await loopEncoding(encodedVideo, FRAME_PERIOD_FRAMES, FRAME_PERIOD_FRAMES, 0)
  const audio = await loopEncoding(encodedAudio, AUDIO_PERIOD_PACKET_COUNT, AUDIO_PERIOD_SAMPLES, 1)
  await mkdir(CACHE_PATH, { recursive: true })
  for (const { layout, seconds, videoPath } of sources) {
    console.error(`Writing ${seconds} s of source (${layout}) ...`)
    const draft = await mkdtemp(join(CACHE_PATH, 'draft-'))
    await writeSource(sourceIn(draft, layout, seconds), video(seconds * FRAME_RATE), audio(seconds * SAMPLE_RATE))
    await rename(draft, dirname(videoPath))
  }
}

async function writeSource({ videoPath, audioPath }: BenchSource, video: Encoding, audio: Encoding): Promise<void> {
  if (audioPath === null) {
    await writeContainer({ path: videoPath, format: 'mp4', options: { movflags: '+faststart' } }, [video, audio])
    return
  }
  const movflags = '+frag_custom+delay_moov+default_base_moof+dash+global_sidx'
  const pair = { format: 'mp4', options: { movflags } } as const
  const isKey = ({ isKeyframe, pts }: Packet) => isKeyframe && pts > 0n
  await writeContainer({ ...pair, path: videoPath, startsFragment: isKey }, [video])
  const fragmentTicks = BigInt(GOP_SECONDS * SAMPLE_RATE)
  const isBorder = ({ pts }: Packet) =>
    pts > 0n && pts / fragmentTicks > (pts - BigInt(SAMPLES_PER_PACKET)) / fragmentTicks
  await writeContainer({ ...pair, path: audioPath, startsFragment: isBorder }, [audio])
}

/**
 * Encodes one period of `count` packets. The returned function repeats them with continuing timestamps up to
 * `untilTick`.
 * @param leadTicks packets before the first period, which are not repeated (the audio priming)
 */
async function loopEncoding({ context, packets }: Encoding, count: number, periodTicks: number, leadTicks: number) {
  const period: Packet[] = []
  while (period.length < leadTicks + count) {
    const result = await packets.next()
    if (result.done) throw new Error(`The encoder gave ${period.length} packets only.`)
    period.push(result.value)
  }

  async function* repeat(untilTick: number): AsyncGenerator<Packet, void, undefined> {
    for (const packet of period.slice(0, leadTicks)) yield copyOf(packet, 0)
    for (let shiftTicks = 0; shiftTicks < untilTick; shiftTicks += periodTicks) {
      for (const packet of period.slice(leadTicks)) {
        if (Number(packet.pts) + shiftTicks < untilTick) yield copyOf(packet, shiftTicks)
      }
    }
  }
  return (untilTick: number): Encoding => ({ context, packets: repeat(untilTick) })
}

function copyOf(packet: Packet, shiftTicks: number): Packet {
  const copy = packet.clone()
  if (!copy) throw new Error('There is no memory for a packet.')
  copy.pts += BigInt(shiftTicks)
  copy.dts += BigInt(shiftTicks)
  return copy
}
