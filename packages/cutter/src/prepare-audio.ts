import { AUDIO_CODECS, changesAudio, isAudioOnly } from './api/clip-spec.ts'
import type { CutReceipt } from './api/receipt.ts'
import { framesOf } from './audio/audio-frames.ts'
import { type AudioWork, aacTrack, audioBlocks } from './audio/audio-track.ts'
import { clipBlocks } from './audio/joined-audio.ts'
import { type AudioLevel, type Loudness, measureLoudness } from './audio/loudness.ts'
import { findNormalisedLevel } from './audio/normalised-level.ts'
import { opusTrack } from './audio/opus-track.ts'
import type { Codecs } from './codec/codecs.ts'
import { type AudioBlock, type AudioStream, decodeAudio } from './codec/decode-audio.ts'
import type { ReadOptions } from './io/part-reader.ts'
import type { OpenScratchFolder } from './io/scratch.ts'
import { type EncodeAudioTask, sampleCountOf } from './plan/plan-audio.ts'
import type { CutPlan } from './plan-cut.ts'
import type { ClipPacket } from './supply/clip-track.ts'
import { storeAudioOnDisk } from './supply/kept-audio.ts'
import { clipSupply } from './supply/packet-supply.ts'

/** The changes of a clip's audio, which are determined before the cut. */
export interface PreparedAudio extends Pick<AudioWork, 'audioSupply' | 'audioChanges' | 'progress'> {
  /** Loudness for the receipt; absent where the audio is silent, or where no loudness was requested. */
  loudness?: CutReceipt['loudness']
  /** Total size of the audio packets that were fetched for the measurement; 0 if the clip's own supply fetches them. */
  coveredBytes(): number
  close(): Promise<void>
}

/** Prepares the changes of a clip's audio. To change its loudness, all audio packets are fetched and stored on disk. */
export async function prepareAudio(
  plan: CutPlan,
  work: Pick<AudioWork, 'codecs' | 'progress' | 'signal' | 'isAudioRead' | 'onFormatChange'> & {
    openScratch: OpenScratchFolder
  },
  readOptions: ReadOptions,
): Promise<PreparedAudio> {
  const { audio, request } = plan.task
  const unchangedAudio = { progress: work.progress, coveredBytes: () => 0, close: async () => {} }
  if (!audio || !changesAudio(request)) return unchangedAudio
  const { loudness: target, audioFade: fadeSeconds } = request
  if (target === undefined) return { ...unchangedAudio, audioChanges: { fadeSeconds } }
  const supply = clipSupply({ ...plan.task, video: null }, readOptions, work.progress.addFetched)
  const storedAudio = await storeAudioOnDisk(supply, work.openScratch)
  try {
    const audioWork = { ...work, supply, audioSupply: storedAudio.supply, audioChanges: { fadeSeconds } }
    const { level, loudness } = await normaliseLoudness(plan, target, audioWork, storedAudio.rewind)
    return {
      audioSupply: storedAudio.supply,
      audioChanges: { fadeSeconds, level },
      close: storedAudio.close,
      ...(loudness && { loudness }),
      coveredBytes: supply.coveredBytes,
      progress: { ...work.progress, addAudio: (share) => work.progress.addAudio(0.5 + share / 2) },
    }
  } catch (error) {
    await storedAudio.close()
    throw error
  }
}

interface NormalisedLoudness {
  level?: AudioLevel
  loudness?: CutReceipt['loudness']
}

/**
 * Measures the loudness of a clip's audio, and finds the level change that brings it to the target. Decodes all audio
 * at least twice.
 * @param target integrated loudness in LUFS
 * @param rewind makes the audio supply of `work` start from its first packet
 */
async function normaliseLoudness(
  plan: CutPlan,
  target: number,
  work: AudioWork,
  rewind: () => void,
): Promise<NormalisedLoudness> {
  const { audio } = plan.task
  if (audio?.kind !== 'encode') throw new Error('Audio that is changed is planned to be encoded.')
  const { parts } = audio
  const format = parts[0]!
  const samples = sampleCountOf(parts)
  let passes = 0
  /**
   * Each pass takes half of the remaining progress up to 50 %. The cut itself takes the second 50 %.
   */
  const pass = async (level: AudioLevel | undefined, blocksOf: (work: AudioWork) => AsyncIterable<AudioBlock>) => {
    const from = 0.5 * (1 - 0.5 ** passes)
    const share = 0.5 ** (passes + 2)
    const progress = { ...work.progress, addAudio() {} }
    const blocks = blocksOf({ ...work, progress, audioChanges: { ...work.audioChanges, level } })
    const measurement = await measureLoudness(
      work.codecs,
      reportSamples(blocks, (sample) => work.progress.addAudio(from + share * (sample / samples))),
      format,
    )
    passes += 1
    rewind()
    return measurement
  }
  const { lufs, peak } = await pass(undefined, (passWork) => audioBlocks(parts, passWork))
  if (lufs === null) return {}
  const measureLevel = (level: AudioLevel): Promise<Loudness> =>
    pass(level, (passWork) => clipBlocks(reencodedBlocks(plan, parts, passWork), 0, samples))
  const trial = await findNormalisedLevel(target, { lufs, peak }, samples / format.sampleRate, measureLevel)
  const finalLufs = trial.loudness.lufs ?? lufs
  return { level: trial.level, loudness: { before: toHundredths(lufs), after: toHundredths(finalLufs) } }
}

const toHundredths = (lufs: number): number => Math.round(lufs * 100) / 100

async function* reportSamples(
  blocks: AsyncIterable<AudioBlock>,
  onSample: (sample: number) => void,
): AsyncGenerator<AudioBlock, void> {
  for await (const block of blocks) {
    onSample(block.startSample)
    yield block
  }
}

/** The audio of the clip as players decode it: encoded as in the clip, then decoded. */
function reencodedBlocks({ task, container }: CutPlan, parts: EncodeAudioTask[], work: AudioWork) {
  const { request } = task
  const { sampleRate, channels } = parts[0]!
  const format = { sampleRate, channels, timescale: sampleRate }
  const audio = { kind: 'encode', parts } as const
  if (request.kind === 'mp3') {
    const { packets, stream } = mp3Packets(parts, request.bitrate, work)
    return decodePackets(work.codecs, packets, stream, work.signal)
  }
  switch (isAudioOnly(request) ? AUDIO_CODECS[request.kind] : container === 'webm' ? 'opus' : 'aac') {
    case 'opus': {
      const { packets, header } = opusTrack(audio, work)
      return decodePackets(
        work.codecs,
        packets,
        () => ({ ...format, codec: 'opus', configuration: header().codecPrivate }),
        work.signal,
      )
    }
    case 'aac': {
      const { packets, configuration } = aacTrack(parts, work)
      return decodePackets(
        work.codecs,
        packets,
        () => ({ ...format, codec: 'aac', configuration: configuration() }),
        work.signal,
      )
    }
    default:
      return audioBlocks(parts, work)
  }
}

function mp3Packets(parts: readonly EncodeAudioTask[], bitrate: number | 'v2', work: AudioWork) {
  const { sampleRate, channels } = parts[0]!
  async function* packets(): AsyncGenerator<ClipPacket, void> {
    const encoder = await work.codecs.openAudioEncoder({ codec: 'mp3', sampleRate, channels, bitrate })
    const { frameSamples } = encoder
    let pts = -frameSamples
    const clipPackets = function* (encodedPackets: Uint8Array[]): Generator<ClipPacket> {
      for (const data of encodedPackets) {
        yield { pts, isSync: true, data }
        pts += frameSamples
      }
    }
    try {
      for await (const frame of framesOf(audioBlocks(parts, work), channels, 0, sampleCountOf(parts), frameSamples)) {
        yield* clipPackets(await encoder.encode(frame))
      }
      yield* clipPackets(await encoder.flush())
    } finally {
      encoder.close()
    }
  }
  const stream = (): AudioStream => ({ codec: 'mp3', sampleRate, channels, timescale: sampleRate, configuration: null })
  return { packets: packets(), stream }
}

/** @param stream gives the stream; it is called after the first packet was read */
async function* decodePackets(
  codecs: Codecs,
  packets: AsyncIterable<ClipPacket>,
  stream: () => AudioStream,
  signal: AbortSignal | undefined,
): AsyncGenerator<AudioBlock, void> {
  const iterator = packets[Symbol.asyncIterator]()
  async function* loadedPackets(first: ClipPacket) {
    for (let next: ClipPacket | undefined = first; next; next = (await iterator.next()).value) {
      yield { ...next, duration: 0, entryIndex: 0 }
    }
  }
  try {
    const first = await iterator.next()
    if (first.done) return
    yield* decodeAudio(codecs, stream(), stream(), loadedPackets(first.value), signal)
  } finally {
    await iterator.return?.()
  }
}
