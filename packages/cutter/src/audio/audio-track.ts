import type { AudioBlock, AudioStream } from '../codec/decode-audio.ts'
import { aacBitrate, sourceAudio } from '../plan/audio-bitrate.ts'
import type { ClipAudio } from '../plan/cut-task.ts'
import {
  type AudioRun,
  type AudioTask,
  DECODE_LEAD_SECONDS,
  type EncodeAudioTask,
  type SpliceAudioTask,
  samplesOf,
} from '../plan/plan-audio.ts'
import type { ClipTrack } from '../supply/clip-track.ts'
import type { TrackWork } from '../supply/packet-supply.ts'
import { edgeAac, faithfulAac } from './audio-encoder.ts'
import { type DecodingCheck, decodedWhole } from './decoding-check.ts'
import { encodedAudio } from './encoded-audio.ts'
import { clipped, fadedAudio, joinedAudio } from './joined-audio.ts'
import { type AudioLevel, leveled } from './loudness.ts'
import { splicedAudio } from './spliced-audio.ts'

/** A clip too short to have packets between its edges is only edges, which are hard to encode; its bitrate does not matter. */
const SHORT_SECONDS = 0.5

/** What the audio of a clip is made with. */
export interface AudioWork extends TrackWork, DecodingCheck {
  /** How all audio is changed; absent: it is not. */
  audioChanges?: AudioChanges | undefined
}

export interface AudioChanges {
  /** Over which the audio fades in and out; absent: it does not. */
  fadeSeconds?: number | undefined
  /** Absent: it is as loud as it was. */
  level?: AudioLevel | undefined
}

export function audioTrack(audio: ClipAudio, work: AudioWork): ClipTrack {
  return audio.kind === 'splice' ? splicedTrack(audio.parts[0], work) : aacTrack(audio.parts, work)
}

export function aacTrack(parts: readonly EncodeAudioTask[], work: AudioWork) {
  const { sampleRate, channels, mostBitrate = Infinity } = parts[0]!
  const samples = samplesOf(parts)
  const isShort = samples < SHORT_SECONDS * sampleRate
  const form = { sampleRate, channels }
  const coding = isShort
    ? edgeAac(channels)
    : faithfulAac(channels, Math.min(mostBitrate, aacBitrate(sourceAudio(parts), form)))
  return encodedAudio({
    settings: { codec: 'aac', ...form, ...coding },
    blocks: audioBlocks(parts, work),
    samples,
    onSample: (sample) => work.progress.addAudio(sample / samples),
  })
}

function splicedTrack(task: SpliceAudioTask, { supply, progress, signal }: TrackWork): ClipTrack {
  const { fromSample, toSample, opened, sampleRate, channels } = task
  const { codec, configuration } = opened.description
  return splicedAudio({
    ...task,
    stream: { codec, configuration, sampleRate, channels, timescale: sampleRate, isInOrder: true },
    take: (packet) => supply.of(0).take(opened.access, packet),
    onSample: (sample) => progress.addAudio((sample - fromSample) / (toSample - fromSample)),
    signal,
  })
}

/** The audio of all ranges in their own rate and channels, counted from the clip's zero, and changed as was asked for. */
export function audioBlocks(tasks: readonly EncodeAudioTask[], work: AudioWork): AsyncGenerator<AudioBlock, void> {
  const { fadeSeconds, level } = work.audioChanges ?? {}
  const form = tasks[0]!
  const joined = joinedAudio(tasks.map((task, index) => ({ ...task, blocks: () => decodedAround(task, index, work) })))
  const faded = fadeSeconds ? fadedAudio(joined, fadeSeconds * form.sampleRate, samplesOf(tasks)) : joined
  return level ? leveled(faded, level, form) : faded
}

/** The source's audio, and the ticks in which it is decoded for a range. */
export function sourceAround(task: AudioTask) {
  const { opened, fromSample, toSample, sampleRate } = task
  const { access } = opened
  const timescale = access.kind === 'indexed' ? access.track.timescale : access.timescale
  const forms = task.kind === 'encode' ? task.forms : undefined
  const stream: AudioStream = { ...opened.description, timescale, forms }
  const fromTick = (fromSample / sampleRate - DECODE_LEAD_SECONDS) * timescale
  return { stream, range: { fromTick, toTick: (toSample / sampleRate) * timescale } }
}

function decodedAround(task: EncodeAudioTask, index: number, work: AudioWork) {
  const { opened, packets, sampleRate, channels, runs, isLossless, fromSample, toSample } = task
  const { supply, audioSupply = supply, signal } = work
  const { stream, range } = sourceAround(task)
  const form = { sampleRate, channels, isInOrder: isLossless }
  const decode = (wanted: EncodeAudioTask['packets'], startTime: number, endTime: number) => {
    const supplied = audioSupply.of(index).packets(opened, wanted, range)
    const check = { ...work, isChangePlanned: task.changeSeconds !== undefined }
    return decodedWhole({ stream, form, range: { startTime, endTime }, packets: supplied, signal }, check)
  }
  return runs ? decodedRuns(runs, sampleRate, decode) : decode(packets, fromSample / sampleRate, toSample / sampleRate)
}

/** One run of an edit list after the other, each cut to its own times. */
async function* decodedRuns(
  runs: readonly AudioRun[],
  sampleRate: number,
  decode: (packets: AudioRun['packets'], startTime: number, endTime: number) => AsyncIterable<AudioBlock>,
): AsyncGenerator<AudioBlock, void> {
  for (const { packets, fromSeconds, toSeconds } of runs) {
    const decoded = decode(packets, fromSeconds, toSeconds)
    yield* clipped(decoded, Math.round(fromSeconds * sampleRate), Math.round(toSeconds * sampleRate))
  }
}
