import { aacBitrate, sourceAudio } from './audio-bitrate.ts'
import type { ClipAudio, ClipFrames } from './cut-task.ts'
import { LONGEST_EDGE, samplesOf } from './plan-audio.ts'
import { type SpliceVideoTask, secondsOf, type TranscodeVideoTask } from './plan-video.ts'

/** A clip that is re-encoded takes at most so many times the bytes of all packets that its ranges need, and a little more. */
export const CLIP_SHARE = 1.28
export const FREE_BYTES = 97_000
/** H.264 needs about this many times the bits of these codecs for the same quality. */
const TIMES_FOR_H264: Partial<Record<string, number>> = { hevc: 1.6, vp9: 1.6, av1: 2 }
/** What the audio of a clip under a limit takes of it, within these bitrates of stereo. The size estimate uses the same numbers (domain/sizes/fitted-form). */
const LIMITED_AUDIO = { share: 1 / 6, least: 64_000, most: 128_000 } as const

/** The bytes that re-encoded ranges take at most without any limit; Infinity if the sizes of their packets are unknown. */
export function mostTranscodedBytes(tasks: readonly TranscodeVideoTask[]): number {
  const covered = tasks.reduce((sum, { packets }) => sum + (packets?.totalBytes ?? Number.POSITIVE_INFINITY), 0)
  return CLIP_SHARE * (TIMES_FOR_H264[tasks[0]!.opened.description.codec] ?? 1) * covered + FREE_BYTES
}

/** Seams take at least about so much of what the source has for their frames. */
const LEAST_SEAM_SHARE = 0.3

/**
 * Whether a clip is encoded in two passes from the start: what it would copy is larger than its limit, or it is re-encoded
 * anyway and could become larger. Any other is made as usual first.
 */
export function needsTwoPasses(video: ClipFrames, audio: ClipAudio | null, maxBytes: number): boolean {
  if (video.kind === 'splice') return leastBytes(video.parts) + copiedAudioBytes(audio) > maxBytes
  const most = mostTranscodedBytes(video.parts) + audioBytes(audio)
  return Number.isFinite(most) && most > maxBytes
}

/** Bits a second that the audio of a clip under a limit may have if it is copied, and if it is encoded in stereo. */
function limitedAudioBitrates(maxBytes: number, seconds: number): { copied: number; encoded: number } {
  const share = (LIMITED_AUDIO.share * 8 * maxBytes) / seconds
  const copied = Math.max(LIMITED_AUDIO.least, share)
  return { copied, encoded: Math.min(LIMITED_AUDIO.most, copied) }
}

/** Whether audio may be copied into a clip under a limit. */
export function mayCopyAudio(audio: ClipAudio, video: ClipFrames, maxBytes: number): boolean {
  const seconds = secondsOf(video.parts)
  return audio.kind === 'splice' && (8 * audioBytes(audio)) / seconds <= limitedAudioBitrates(maxBytes, seconds).copied
}

/** Audio with few enough bits for a limit: in stereo, as they are not enough for six channels. Copies stay as they are. */
export function limitedAudio(audio: ClipAudio, video: ClipFrames, maxBytes: number): ClipAudio {
  if (audio.kind === 'splice') return audio
  const { encoded } = limitedAudioBitrates(maxBytes, secondsOf(video.parts))
  const parts = audio.parts.map((part) => {
    const channels = Math.min(2, part.channels)
    return { ...part, channels, mostBitrate: Math.round((encoded * channels) / 2) }
  })
  return { ...audio, parts }
}

function leastBytes(parts: readonly SpliceVideoTask[]): number {
  return parts.reduce((sum, { packets, plan, window }) => {
    const copied = packets.slice(plan.copy?.from ?? 0, plan.copy?.to ?? 0).totalBytes
    const shown = packets.filter(({ pts }) => pts >= window.firstTick && pts <= window.lastTick).totalBytes
    return sum + copied + LEAST_SEAM_SHARE * Math.max(0, shown - copied)
  }, 0)
}

/** Without the packets around both edges, which are re-encoded or left out. */
function copiedAudioBytes(audio: ClipAudio | null): number {
  if (audio?.kind !== 'splice') return 0
  const { packets } = audio.parts[0]
  return packets.slice(2 * LONGEST_EDGE, Math.max(2 * LONGEST_EDGE, packets.length - 2 * LONGEST_EDGE)).totalBytes
}

/** About what audio takes: its packets, or what it is encoded with. */
export function audioBytes(audio: ClipAudio | null): number {
  if (!audio) return 0
  if (audio.kind === 'splice') return audio.parts[0].packets.totalBytes
  const { sampleRate, mostBitrate = Infinity } = audio.parts[0]!
  const bitrate = Math.min(mostBitrate, aacBitrate(sourceAudio(audio.parts), audio.parts[0]!))
  return (bitrate * samplesOf(audio.parts)) / sampleRate / 8
}
