import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { startAudioEncoding } from '@kerf/stamped-media/encode-audio'
import { startVideoEncoding } from '@kerf/stamped-media/encode-video'
import { stampedAudioAt } from '@kerf/stamped-media/stamped-audio'
import { writeContainer } from '@kerf/stamped-media/write-container'
import { type LoopedEncoding, loopEncoding } from './looped-encoding.ts'

export type Layout = 'plain' | 'dash-pair'

export interface BenchSource {
  layout: Layout
  seconds: number
  videoPath: string
  /** null: the audio is in the same file. */
  audioPath: string | null
}

export const FRAME_RATE = 30
export const GOP_SECONDS = 5
/** After so many frames the same frames come again, and the audio after a period of its own: no two moments are alike. */
export const FRAME_PERIOD_FRAMES = 60 * FRAME_RATE
const AUDIO_PERIOD_PACKETS = 2757
const SAMPLES_PER_PACKET = 1024
const SAMPLE_RATE = 44_100
export const AUDIO_PERIOD_SECONDS = (AUDIO_PERIOD_PACKETS * SAMPLES_PER_PACKET) / SAMPLE_RATE
export const SOURCE_WORDS = '1080p30 H.264 High at 2.7 Mb/s, 3 B-frames, 5 s between keyframes, AAC 128 kb/s'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/kerf-bench')
const TRACK_RECIPE = {
  width: 1920,
  height: 1080,
  frameRate: [FRAME_RATE, 1],
  frames: FRAME_PERIOD_FRAMES + GOP_SECONDS * FRAME_RATE,
  gopFrames: GOP_SECONDS * FRAME_RATE,
  bFrames: 3,
  video: 'h264',
  videoBitrate: 2_700_000,
  audio: null,
  layout: 'plain',
} as const

/** Sources are made once and reused between runs; missing ones share one encoding of their frames. */
export async function benchSources(wanted: readonly { layout: Layout; seconds: number }[]): Promise<BenchSource[]> {
  const sources = wanted.map(({ layout, seconds }) =>
    sourceIn(join(CACHE, `looped-${layout}-${seconds}`), layout, seconds),
  )
  const missing = sources.filter(({ videoPath }) => !existsSync(videoPath))
  if (missing.length > 0) await makeSources(missing)
  return sources
}

function sourceIn(folder: string, layout: Layout, seconds: number): BenchSource {
  const isPair = layout === 'dash-pair'
  const videoPath = join(folder, isPair ? 'source-video.mp4' : 'source.mp4')
  return { layout, seconds, videoPath, audioPath: isPair ? join(folder, 'source-audio.m4a') : null }
}

async function makeSources(missing: readonly BenchSource[]): Promise<void> {
  console.error('Encoding a minute of video and audio ...')
  const videoFrames = await loopEncoding(await startVideoEncoding(TRACK_RECIPE, 'h264'), {
    packets: FRAME_PERIOD_FRAMES,
    periodTicks: FRAME_PERIOD_FRAMES,
    lead: 0,
  })
  const periodSamples = AUDIO_PERIOD_PACKETS * SAMPLES_PER_PACKET
  const encodedAudio = await startAudioEncoding({
    codec: 'aac',
    samples: periodSamples + 4 * SAMPLES_PER_PACKET,
    sampleRate: SAMPLE_RATE,
    channels: 2,
    bitrate: 128_000,
    sampleAt: (index) => stampedAudioAt(index % periodSamples, SAMPLE_RATE),
  })
  const audio = await loopEncoding(encodedAudio, {
    packets: AUDIO_PERIOD_PACKETS,
    periodTicks: periodSamples,
    lead: 1,
  })
  await mkdir(CACHE, { recursive: true })
  for (const source of missing) {
    console.error(`Writing ${source.seconds} s of source (${source.layout}) ...`)
    const draft = await mkdtemp(join(CACHE, 'draft-'))
    await write(sourceIn(draft, source.layout, source.seconds), videoFrames, audio)
    await rename(draft, join(source.videoPath, '..'))
  }
  await videoFrames.close()
  await audio.close()
}

async function write(
  { videoPath, audioPath, seconds }: BenchSource,
  videoFrames: LoopedEncoding,
  audioFrames: LoopedEncoding,
): Promise<void> {
  const video = videoFrames.repeated(seconds * FRAME_RATE)
  const audio = audioFrames.repeated(seconds * SAMPLE_RATE)
  if (audioPath === null) {
    await writeContainer({ path: videoPath, format: 'mp4', options: { movflags: '+faststart' } }, [video, audio])
    return
  }
  const movflags = '+frag_custom+delay_moov+default_base_moof+dash+global_sidx'
  const isKey = (packet: { isKeyframe: boolean; pts: bigint }) => packet.isKeyframe && packet.pts > 0n
  await writeContainer({ path: videoPath, format: 'mp4', options: { movflags }, startsFragment: isKey }, [video])
  const fragmentTicks = BigInt(GOP_SECONDS * SAMPLE_RATE)
  const isBorder = ({ pts }: { pts: bigint }) =>
    pts > 0n && pts / fragmentTicks > (pts - BigInt(SAMPLES_PER_PACKET)) / fragmentTicks
  await writeContainer({ path: audioPath, format: 'mp4', options: { movflags }, startsFragment: isBorder }, [audio])
}
