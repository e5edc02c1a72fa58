import type { Codecs } from '../codec/codecs.ts'
import type { AudioBlock, AudioStream } from '../codec/decode-audio.ts'
import { aacBitrate, describeSourceAudio } from '../plan/audio-bitrate.ts'
import type { ClipAudio } from '../plan/cut-task.ts'
import {
  type AudioRun,
  type AudioTask,
  DECODE_LEAD_SECONDS,
  type EncodeAudioTask,
  type SpliceAudioTask,
  sampleCountOf,
} from '../plan/plan-audio.ts'
import type { ClipTrack } from '../supply/clip-track.ts'
import type { TrackWork } from '../supply/packet-supply.ts'
import { type DecodingCheck, decodeAndCheck } from './decoding-check.ts'
import { edgeAacBitrate } from './edge-bitrate.ts'
import { encodedAudio } from './encoded-audio.ts'
import { clipBlocks, fadedAudio, joinedAudio } from './joined-audio.ts'
import { type AudioLevel, applyLevel } from './loudness.ts'
import { splicedAudio } from './spliced-audio.ts'

/**
 * Shortest clip that is encoded with the bitrate of its source. Shorter clips get the higher bitrate of clip edges,
 * which are hard to encode.
 */
const MIN_SECONDS_FOR_SOURCE_BITRATE = 0.5

/** The tools and options for making a clip's audio. */
export interface AudioWork extends TrackWork, DecodingCheck {
  codecs: Codecs
  /** Fades and change of loudness that apply to the whole audio; absent: none. */
  audioChanges?: AudioChanges | undefined
}

export interface AudioChanges {
  /** Length of the fade-in and fade-out, in seconds; absent: no fades. */
  fadeSeconds?: number | undefined
  /** Change of loudness; absent: none. */
  level?: AudioLevel | undefined
}

export function audioTrack(audio: ClipAudio, work: AudioWork): ClipTrack {
  return audio.kind === 'splice' ? splicedTrack(audio.parts[0], work) : aacTrack(audio.parts, work)
}

export function aacTrack(parts: readonly EncodeAudioTask[], work: AudioWork) {
  const { sampleRate, channels, maxBitrate = Infinity } = parts[0]!
  const samples = sampleCountOf(parts)
  const isShort = samples < MIN_SECONDS_FOR_SOURCE_BITRATE * sampleRate
  const format = { sampleRate, channels }
  const bitrate = isShort
    ? edgeAacBitrate(channels)
    : Math.min(maxBitrate, aacBitrate(describeSourceAudio(parts), format))
  return encodedAudio({
    codecs: work.codecs,
    config: { codec: 'aac', ...format, bitrate },
    blocks: audioBlocks(parts, work),
    samples,
    onSample: (sample) => work.progress.addAudio(sample / samples),
  })
}

function splicedTrack(task: SpliceAudioTask, { codecs, supply, progress, signal }: AudioWork): ClipTrack {
  const { fromSample, toSample, opened, sampleRate, channels } = task
  const { codec, configuration } = opened.description
  return splicedAudio({
    ...task,
    codecs,
    stream: { codec, configuration, sampleRate, channels, timescale: sampleRate, isInOrder: true },
    take: (packet) => supply.of(0).take(opened.access, packet),
    onSample: (sample) => progress.addAudio((sample - fromSample) / (toSample - fromSample)),
    signal,
  })
}

/**
 * Decodes the audio of all ranges in the clip's sample rate and channels, from the clip's zero, with all changes
 * applied.
 */
export function audioBlocks(tasks: readonly EncodeAudioTask[], work: AudioWork): AsyncGenerator<AudioBlock, void> {
  const { fadeSeconds, level } = work.audioChanges ?? {}
  const format = tasks[0]!
  const joinedBlocks = joinedAudio(
    tasks.map((task, index) => ({ ...task, blocks: () => decodeTask(task, index, work) })),
  )
  const blocks = fadeSeconds
    ? fadedAudio(joinedBlocks, fadeSeconds * format.sampleRate, sampleCountOf(tasks))
    : joinedBlocks
  return level ? applyLevel(work.codecs, blocks, level, format) : blocks
}

/** The stream of a source, and the ticks of a range including the lead that decoders need. */
export function sourceAround(task: AudioTask) {
  const { opened, fromSample, toSample, sampleRate } = task
  const { access } = opened
  const timescale = access.kind === 'indexed' ? access.track.timescale : access.timescale
  const formats = task.kind === 'encode' ? task.formats : undefined
  const stream: AudioStream = { ...opened.description, timescale, formats }
  const fromTick = (fromSample / sampleRate - DECODE_LEAD_SECONDS) * timescale
  return { stream, range: { fromTick, toTick: (toSample / sampleRate) * timescale } }
}

function decodeTask(task: EncodeAudioTask, index: number, work: AudioWork) {
  const { opened, packets, sampleRate, channels, runs, isLossless, fromSample, toSample } = task
  const { codecs, supply, audioSupply = supply, signal } = work
  const { stream, range } = sourceAround(task)
  const format = { sampleRate, channels, isInOrder: isLossless }
  const decode = (plannedPackets: EncodeAudioTask['packets'], startTime: number, endTime: number) => {
    const loadedPackets = audioSupply.of(index).packets(opened, plannedPackets, range)
    const check = { ...work, isChangePlanned: task.changeSeconds !== undefined }
    const decodedRange = { codecs, stream, format, range: { startTime, endTime }, packets: loadedPackets, signal }
    return decodeAndCheck(decodedRange, check)
  }
  return runs ? decodeRuns(runs, sampleRate, decode) : decode(packets, fromSample / sampleRate, toSample / sampleRate)
}

/** Decodes the runs of an edit list in sequence, each cut to its own times. */
async function* decodeRuns(
  runs: readonly AudioRun[],
  sampleRate: number,
  decode: (packets: AudioRun['packets'], startTime: number, endTime: number) => AsyncIterable<AudioBlock>,
): AsyncGenerator<AudioBlock, void> {
  for (const { packets, fromSeconds, toSeconds } of runs) {
    const blocks = decode(packets, fromSeconds, toSeconds)
    yield* clipBlocks(blocks, Math.round(fromSeconds * sampleRate), Math.round(toSeconds * sampleRate))
  }
}
