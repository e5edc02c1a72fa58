import { decodeSound, type SoundBlock, type SoundStream } from '../codec/decode-audio.ts'
import { aacBitrate, sourceSound } from '../plan/audio-bitrate.ts'
import type { ClipSound } from '../plan/cut-task.ts'
import type { EncodeSoundTask, SoundRun, SpliceSoundTask } from '../plan/plan-audio.ts'
import type { ClipTrack } from '../supply/clip-track.ts'
import type { SoundWork } from '../supply/packet-supply.ts'
import { edgeAac, FAITHFUL_AAC } from './aac-mp3-encoder.ts'
import { encodedSound } from './encoded-audio.ts'
import { joinedSound, samplesOf } from './joined-audio.ts'
import { splicedSound } from './spliced-audio.ts'

/** Decoders of all codecs have settled after this long. */
const DECODE_LEAD_SECONDS = 0.15
/** What is too short to have packets between its edges is edges, which are hard to encode; what it costs does not matter. */
const SHORT_SECONDS = 0.5

/** The sound track of a clip. */
export function soundTrack(sound: ClipSound, work: SoundWork): ClipTrack {
  if (sound.kind === 'splice') {
    return splicedTrack(sound.parts[0], work)
  }
  const { sampleRate, channels } = sound.parts[0]!
  const samples = samplesOf(sound.parts)
  const isShort = samples < SHORT_SECONDS * sampleRate
  const form = { sampleRate, channels }
  const coding = isShort
    ? edgeAac(channels)
    : { bitrate: aacBitrate(sourceSound(sound.parts), form), options: FAITHFUL_AAC }
  return encodedSound({
    settings: { codec: 'aac', ...form, ...coding },
    blocks: soundBlocks(sound.parts, work),
    samples,
    onSample: (sample) => work.progress.addSound(sample / samples),
  })
}

function splicedTrack(task: SpliceSoundTask, { supply, progress, signal }: SoundWork): ClipTrack {
  const { fromSample, toSample, packets, opened } = task
  return splicedSound({
    stream: spliceStream(task),
    packets,
    fromSample,
    toSample,
    take: (packet) => supply.of(0).take(opened.access, packet),
    onSample: (sample) => progress.addSound((sample - fromSample) / (toSample - fromSample)),
    signal,
  })
}

function spliceStream({ opened, sampleRate, channels }: SpliceSoundTask): SoundStream {
  const { codec, configuration } = opened.description
  return { codec, configuration, sampleRate, channels, timescale: sampleRate }
}

/** The sound of all ranges in their own rate and channels, counted from the clip's zero. */
export function soundBlocks(tasks: readonly EncodeSoundTask[], work: SoundWork): AsyncGenerator<SoundBlock, void> {
  return joinedSound(tasks.map((task, index) => ({ ...task, blocks: () => decodedAround(task, index, work) })))
}

/** The decoded sound around a range. */
function decodedAround(task: EncodeSoundTask, index: number, { supply, signal }: SoundWork) {
  const { opened, packets, fromSample, toSample, sampleRate, channels, runs } = task
  const { codec, configuration } = opened.description
  const timescale = opened.access.kind === 'indexed' ? opened.access.track.timescale : 90_000
  const stream: SoundStream = {
    codec,
    configuration,
    timescale,
    sampleRate: opened.description.sampleRate,
    channels: opened.description.channels,
  }
  const range = {
    fromTick: (fromSample / sampleRate - DECODE_LEAD_SECONDS) * timescale,
    toTick: (toSample / sampleRate) * timescale,
  }
  const form = { sampleRate, channels }
  const decode = (wanted: EncodeSoundTask['packets']) =>
    decodeSound(stream, form, supply.of(index).packets(opened, wanted, range), signal)
  return runs ? decodedRuns(runs, sampleRate, decode) : decode(packets)
}

/** One run of an edit list after the other, each cut to the instants from and to which it is heard. */
async function* decodedRuns(
  runs: readonly SoundRun[],
  sampleRate: number,
  decode: (packets: SoundRun['packets']) => AsyncIterable<SoundBlock>,
): AsyncGenerator<SoundBlock, void> {
  for (const { packets, fromSeconds, toSeconds } of runs) {
    const fromSample = Math.round(fromSeconds * sampleRate)
    const toSample = Math.round(toSeconds * sampleRate)
    for await (const block of decode(packets)) {
      const from = Math.max(0, fromSample - block.startSample)
      const to = Math.max(0, toSample - block.startSample)
      const channels = block.channels.map((samples) => samples.subarray(from, to))
      if (channels[0]!.length > 0) {
        yield { startSample: block.startSample + from, channels }
      }
    }
  }
}
