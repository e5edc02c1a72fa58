import { AUDIO_CODECS, changesAudio, isAudioOnly } from './api/clip-spec.ts'
import type { CutReceipt } from './api/receipt.ts'
import { openAudioEncoder } from './audio/audio-encoder.ts'
import { framesOf } from './audio/audio-frames.ts'
import { type AudioWork, aacTrack, audioBlocks } from './audio/audio-track.ts'
import { clipped } from './audio/joined-audio.ts'
import { type AudioLevel, type Loudness, measuredLoudness } from './audio/loudness.ts'
import { normalisedLevel } from './audio/normalised-level.ts'
import { opusTrack } from './audio/opus-track.ts'
import { type AudioBlock, type AudioStream, decodeAudio } from './codec/decode-audio.ts'
import type { ReadOptions } from './io/part-reader.ts'
import { type EncodeAudioTask, samplesOf } from './plan/plan-audio.ts'
import type { CutPlan } from './plan-cut.ts'
import type { ClipPacket } from './supply/clip-track.ts'
import { keptAudio } from './supply/kept-audio.ts'
import { clipSupply } from './supply/packet-supply.ts'

/** How the audio of a clip is changed: known before the clip is made. */
export interface PreparedAudio extends Pick<AudioWork, 'audioSupply' | 'audioChanges' | 'progress'> {
  /** For the receipt; absent where the audio is silent, or as loud as it was. */
  loudness?: CutReceipt['loudness']
  /** Bytes of its packets, where they do not come from the supply. */
  coveredBytes(): number
  close(): Promise<void>
}

/**
 * Prepares the changes of a clip's audio. For its loudness, all audio is fetched and kept in a file.
 * @param work without a supply
 */
export async function preparedAudio(
  plan: CutPlan,
  work: Pick<AudioWork, 'progress' | 'signal' | 'isAudioRead' | 'onFormChange'> & {
    scratchDirectory?: string | undefined
  },
  readOptions: ReadOptions,
): Promise<PreparedAudio> {
  const { audio, request } = plan.task
  const nothing = { progress: work.progress, coveredBytes: () => 0, close: async () => {} }
  if (!audio || !changesAudio(request)) return nothing
  const { loudness: target, audioFade: fadeSeconds } = request
  if (target === undefined) return { ...nothing, audioChanges: { fadeSeconds } }
  const supply = clipSupply({ ...plan.task, video: null }, readOptions, work.progress.addFetched)
  const kept = await keptAudio(supply, work.scratchDirectory)
  try {
    const audioWork = { ...work, supply, audioSupply: kept.supply, audioChanges: { fadeSeconds } }
    const { level, loudness } = await normalisedLoudness(plan, target, audioWork, kept.rewind)
    return {
      audioSupply: kept.supply,
      audioChanges: { fadeSeconds, level },
      close: kept.close,
      ...(loudness && { loudness }),
      coveredBytes: supply.coveredBytes,
      progress: { ...work.progress, addAudio: (share) => work.progress.addAudio(0.5 + share / 2) },
    }
  } catch (error) {
    await kept.close()
    throw error
  }
}

interface NormalisedLoudness {
  level?: AudioLevel
  loudness?: CutReceipt['loudness']
}

/**
 * Measures how loud the audio of a clip is, and finds the level that brings it to a loudness. Decodes all of it at least twice.
 * @param target in LUFS
 * @param work its audio supply gives the packets again after each rewind
 */
async function normalisedLoudness(
  plan: CutPlan,
  target: number,
  work: AudioWork,
  rewind: () => void,
): Promise<NormalisedLoudness> {
  const { audio } = plan.task
  if (audio?.kind !== 'encode') throw new Error('Audio that is changed is planned to be encoded.')
  const { parts } = audio
  const form = parts[0]!
  const samples = samplesOf(parts)
  let passes = 0
  /** Each pass takes half of what is left of the first half; the second half is that of the clip itself. */
  const pass = async (level: AudioLevel | undefined, blocksOf: (work: AudioWork) => AsyncIterable<AudioBlock>) => {
    const from = 0.5 * (1 - 0.5 ** passes)
    const share = 0.5 ** (passes + 2)
    const progress = { ...work.progress, addAudio() {} }
    const blocks = blocksOf({ ...work, progress, audioChanges: { ...work.audioChanges, level } })
    const made = await measuredLoudness(
      watched(blocks, (sample) => work.progress.addAudio(from + share * (sample / samples))),
      form,
    )
    passes += 1
    rewind()
    return made
  }
  const { lufs, peak } = await pass(undefined, (as) => audioBlocks(parts, as))
  if (lufs === null) return {}
  const tryOut = (level: AudioLevel): Promise<Loudness> =>
    pass(level, (as) => clipped(encodedAgain(plan, parts, as), 0, samples))
  const { level, made } = await normalisedLevel(target, { lufs, peak }, samples / form.sampleRate, tryOut)
  return { level, loudness: { before: toHundredths(lufs), after: toHundredths(made.lufs ?? lufs) } }
}

const toHundredths = (lufs: number): number => Math.round(lufs * 100) / 100

async function* watched(
  blocks: AsyncIterable<AudioBlock>,
  onSample: (sample: number) => void,
): AsyncGenerator<AudioBlock, void> {
  for await (const block of blocks) {
    onSample(block.startSample)
    yield block
  }
}

/** The audio of a clip as players will hear it: encoded just as it will be, and decoded. */
function encodedAgain({ task, container }: CutPlan, parts: EncodeAudioTask[], work: AudioWork) {
  const { request } = task
  const { sampleRate, channels } = parts[0]!
  const form = { sampleRate, channels, timescale: sampleRate }
  const audio = { kind: 'encode', parts } as const
  if (request.kind === 'mp3') {
    const { packets, stream } = mp3Packets(parts, request.bitrate, work)
    return decoded(packets, stream, work.signal)
  }
  switch (isAudioOnly(request) ? AUDIO_CODECS[request.kind] : container === 'webm' ? 'opus' : 'aac') {
    case 'opus': {
      const { packets, header } = opusTrack(audio, work)
      return decoded(packets, () => ({ ...form, codec: 'opus', configuration: header().codecPrivate }), work.signal)
    }
    case 'aac': {
      const { packets, configuration } = aacTrack(parts, work)
      return decoded(packets, () => ({ ...form, codec: 'aac', configuration: configuration() }), work.signal)
    }
    default:
      return audioBlocks(parts, work)
  }
}

function mp3Packets(parts: readonly EncodeAudioTask[], bitrate: number | 'v2', work: AudioWork) {
  const { sampleRate, channels } = parts[0]!
  async function* packets(): AsyncGenerator<ClipPacket, void> {
    const encoder = await openAudioEncoder({ codec: 'mp3', sampleRate, channels, bitrate })
    const { frameSamples } = encoder
    let pts = -frameSamples
    const placed = function* (encoded: Uint8Array[]): Generator<ClipPacket> {
      for (const data of encoded) {
        yield { pts, isSync: true, data }
        pts += frameSamples
      }
    }
    try {
      for await (const frame of framesOf(audioBlocks(parts, work), channels, 0, samplesOf(parts), frameSamples)) {
        yield* placed(await encoder.encode(frame))
      }
      yield* placed(await encoder.finish())
    } finally {
      encoder.close()
    }
  }
  const stream = (): AudioStream => ({ codec: 'mp3', sampleRate, channels, timescale: sampleRate, configuration: null })
  return { packets: packets(), stream }
}

/** @param stream known once the first packet was taken */
async function* decoded(
  packets: AsyncIterable<ClipPacket>,
  stream: () => AudioStream,
  signal: AbortSignal | undefined,
): AsyncGenerator<AudioBlock, void> {
  const all = packets[Symbol.asyncIterator]()
  async function* loaded(first: ClipPacket) {
    for (let next: ClipPacket | undefined = first; next; next = (await all.next()).value) {
      yield { ...next, duration: 0, entryIndex: 0 }
    }
  }
  try {
    const first = await all.next()
    if (first.done) return
    yield* decodeAudio(stream(), stream(), loaded(first.value), signal)
  } finally {
    await all.return?.()
  }
}
