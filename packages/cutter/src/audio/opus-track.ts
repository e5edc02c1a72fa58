import { describeSourceAudio, opusBitrate } from '../plan/audio-bitrate.ts'
import type { ClipAudio } from '../plan/cut-task.ts'
import { type EncodeAudioTask, isOpusCopied, sampleCountOf } from '../plan/plan-audio.ts'
import type { WebmTrack } from '../supply/clip-track.ts'
import { type AudioWork, audioBlocks, sourceAround } from './audio-track.ts'
import { encodedOpus, splicedOpus } from './opus-audio.ts'

/** The audio of a clip as Opus: copied except at the edges if the source allows it, or encoded as a whole. */
export function opusTrack({ parts }: ClipAudio, work: AudioWork): WebmTrack {
  const [first] = parts
  const { channels, opened, fromSample, toSample, packets, sampleRate } = first!
  const samples = sampleCountOf(parts)
  const { codecs, signal, progress } = work
  if (!isOpusCopied(parts)) {
    const blocks = audioBlocks(parts as EncodeAudioTask[], work)
    const onSample = (sample: number) => progress.addAudio(sample / samples)
    const bitrate = opusBitrate(describeSourceAudio(parts as EncodeAudioTask[]), channels)
    return encodedOpus({ codecs, blocks, samples, channels, bitrate, onSample, signal })
  }
  const { stream, range } = sourceAround(first!)
  return splicedOpus({
    codecs,
    stream: { ...stream, sampleRate, channels },
    packets: work.supply.of(0).packets(opened, packets, range),
    fromSample,
    toSample,
    channels,
    onSample: (sample) => progress.addAudio((sample - fromSample) / samples),
    signal,
  })
}
