import { aacBitrate, describeSourceAudio } from './audio-bitrate.ts'
import type { ClipAudio, ClipFrames } from './cut-task.ts'
import { MAX_EDGE, sampleCountOf } from './plan-audio.ts'
import { type SpliceVideoTask, type TranscodeVideoTask, videoSeconds } from './plan-video.ts'

/** Size limit of a re-encoded clip, relative to all packets that its ranges need. FREE_BYTES are added to it. */
export const CLIP_SHARE = 1.28
export const FREE_BYTES = 97_000
/** Factor of the bits that H.264 needs for the same quality, by codec of the source. */
const H264_SIZE_FACTORS: Partial<Record<string, number>> = { hevc: 1.6, vp9: 1.6, av1: 2 }
/**
 * Share of a size limit for audio, between two bitrates of stereo in bits a second. The size estimate has the same
 * numbers (domain/sizes/fitted-form).
 */
const LIMITED_AUDIO = { share: 1 / 6, least: 64_000, most: 128_000 } as const

/**
 * Largest size in bytes of re-encoded ranges without a size limit; Infinity if the sizes of their packets are unknown.
 */
export function maxTranscodedBytes(tasks: readonly TranscodeVideoTask[]): number {
  const coveredBytes = tasks.reduce((sum, { packets }) => sum + (packets?.totalBytes ?? Number.POSITIVE_INFINITY), 0)
  return CLIP_SHARE * (H264_SIZE_FACTORS[tasks[0]!.opened.description.codec] ?? 1) * coveredBytes + FREE_BYTES
}

/** Approximate minimum size of a seam, relative to the bytes of the source for the same frames. */
const MIN_SEAM_SHARE = 0.3

/**
 * Whether a clip is planned for two passes from the start: its copied packets by themselves would exceed the limit, or
 * it is re-encoded anyway and could exceed the limit. Other clips are first cut as usual.
 */
export function needsTwoPasses(video: ClipFrames, audio: ClipAudio | null, maxBytes: number): boolean {
  if (video.kind === 'splice') return minBytes(video.parts) + copiedAudioBytes(audio) > maxBytes
  const upperBoundBytes = maxTranscodedBytes(video.parts) + audioBytes(audio)
  return Number.isFinite(upperBoundBytes) && upperBoundBytes > maxBytes
}

/** Maximum audio bitrates under a size limit, in bits per second: for copied audio, and for encoded stereo. */
function limitedAudioBitrates(maxBytes: number, seconds: number): { copied: number; encoded: number } {
  const share = (LIMITED_AUDIO.share * 8 * maxBytes) / seconds
  const copied = Math.max(LIMITED_AUDIO.least, share)
  return { copied, encoded: Math.min(LIMITED_AUDIO.most, copied) }
}

/** Whether the bitrate of spliced audio is low enough for a size limit. */
export function mayCopyAudio(audio: ClipAudio, video: ClipFrames, maxBytes: number): boolean {
  const seconds = videoSeconds(video.parts)
  return audio.kind === 'splice' && (8 * audioBytes(audio)) / seconds <= limitedAudioBitrates(maxBytes, seconds).copied
}

/**
 * Limits the bitrate of encoded audio, and its channels to two, because the bits do not suffice for six. Copied audio
 * stays unchanged.
 */
export function limitAudio(audio: ClipAudio, video: ClipFrames, maxBytes: number): ClipAudio {
  if (audio.kind === 'splice') return audio
  const { encoded } = limitedAudioBitrates(maxBytes, videoSeconds(video.parts))
  const parts = audio.parts.map((part) => {
    const channels = Math.min(2, part.channels)
    return { ...part, channels, maxBitrate: Math.round((encoded * channels) / 2) }
  })
  return { ...audio, parts }
}

function minBytes(parts: readonly SpliceVideoTask[]): number {
  return parts.reduce((sum, { packets, plan, window }) => {
    const copiedBytes = packets.slice(plan.copy?.from ?? 0, plan.copy?.to ?? 0).totalBytes
    const windowBytes = packets.filter(({ pts }) => pts >= window.firstTick && pts <= window.lastTick).totalBytes
    return sum + copiedBytes + MIN_SEAM_SHARE * Math.max(0, windowBytes - copiedBytes)
  }, 0)
}

/** Total size of the packets that spliced audio copies, without the packets around both edges. */
function copiedAudioBytes(audio: ClipAudio | null): number {
  if (audio?.kind !== 'splice') return 0
  const { packets } = audio.parts[0]
  return packets.slice(2 * MAX_EDGE, Math.max(2 * MAX_EDGE, packets.length - 2 * MAX_EDGE)).totalBytes
}

/** Approximate size of audio in bytes: of its packets if it is spliced, or from its bitrate if it is encoded. */
export function audioBytes(audio: ClipAudio | null): number {
  if (!audio) return 0
  if (audio.kind === 'splice') return audio.parts[0].packets.totalBytes
  const { sampleRate, maxBitrate = Infinity } = audio.parts[0]!
  const bitrate = Math.min(maxBitrate, aacBitrate(describeSourceAudio(audio.parts), audio.parts[0]!))
  return (bitrate * sampleCountOf(audio.parts)) / sampleRate / 8
}
