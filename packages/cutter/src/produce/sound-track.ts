import { decodeSound, type SoundBlock, type SoundStream } from '../codec/decode-sound.ts'
import { FAITHFUL_AAC } from '../codec/sound-encoder.ts'
import type { EncodeSoundTask, SoundTask, SpliceSoundTask } from '../plan/plan-sound.ts'
import type { ClipTrack } from './clip-track.ts'
import { encodedSound } from './encoded-sound.ts'
import type { PacketSupply } from './packet-supply.ts'
import type { CutProgressMeter } from './progress-meter.ts'
import { splicedSound } from './spliced-sound.ts'

export interface SoundWork {
  supply: PacketSupply
  progress: CutProgressMeter
  signal: AbortSignal
}

/** Decoders of all codecs have settled after this long. */
const DECODE_LEAD_SECONDS = 0.15
const AAC_BITRATE_PER_CHANNEL = 96_000
/** A short piece is mostly edges, which are hard to encode; what it costs does not matter. */
const SHORT_SECONDS = 1
const SHORT_AAC_BITRATE_PER_CHANNEL = 160_000

/** The sound track of a clip. */
export function soundTrack(task: SoundTask, work: SoundWork): ClipTrack {
  const { fromSample, toSample, sampleRate, channels } = task
  const onSample = (sample: number) => work.progress.addSound((sample - fromSample) / (toSample - fromSample))
  if (task.kind === 'splice') {
    return splicedSound({
      stream: spliceStream(task),
      packets: task.packets,
      fromSample,
      toSample,
      take: (packet) => work.supply.take(task.opened.access, packet),
      onSample,
      signal: work.signal,
    })
  }
  const isShort = toSample - fromSample < SHORT_SECONDS * sampleRate
  const bitrate = channels * (isShort ? SHORT_AAC_BITRATE_PER_CHANNEL : AAC_BITRATE_PER_CHANNEL)
  return encodedSound({
    settings: { codec: 'aac', sampleRate, channels, bitrate, options: FAITHFUL_AAC },
    blocks: soundBlocks(task, work),
    fromSample,
    toSample,
    onSample,
  })
}

function spliceStream({ opened, sampleRate, channels }: SpliceSoundTask): SoundStream {
  const { codec, configuration } = opened.description
  return { codec, configuration, sampleRate, channels, timescale: sampleRate }
}

/** The decoded sound around a task's range, in its own rate and channels. */
export function soundBlocks(task: EncodeSoundTask, { supply, signal }: SoundWork): AsyncGenerator<SoundBlock, void> {
  const { opened, packets, fromSample, toSample, sampleRate, channels } = task
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
  return decodeSound(stream, { sampleRate, channels }, supply.packets(opened, packets, range), signal)
}
