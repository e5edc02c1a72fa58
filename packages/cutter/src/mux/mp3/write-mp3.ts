import type { ClipSink } from '../../api/clip-sink.ts'
import type { Mp3Tags } from '../../api/clip-spec.ts'
import { CutterError, throwIfCancelled } from '../../api/cutter-error.ts'
import { openAudioEncoder } from '../../audio/audio-encoder.ts'
import { framesOf } from '../../audio/audio-frames.ts'
import type { AudioBlock } from '../../codec/decode-audio.ts'
import { id3Tag } from './id3-tag.ts'
import { crc16, mp3InfoFrame } from './mp3-info-frame.ts'

export interface WriteMp3Input {
  /** Counted from the clip's zero. */
  blocks: AsyncIterable<AudioBlock>
  wantedSamples: number
  /** 32,000, 44,100 or 48,000. */
  sampleRate: number
  channels: number
  /** Bits per second. */
  bitrate: number
  tags: Mp3Tags | undefined
  onSample(sample: number): void
  signal: AbortSignal | undefined
}

/** Encodes audio to an MP3 of constant bitrate. Returns its size and how many samples of audio it holds. */
export async function writeMp3(sink: ClipSink, input: WriteMp3Input): Promise<{ sizeBytes: number; samples: number }> {
  const { channels, wantedSamples, sampleRate, bitrate, signal } = input
  const encoder = await openAudioEncoder({ codec: 'mp3', sampleRate, channels, bitrate })
  const tag = id3Tag(input.tags)
  let firstFrame: Uint8Array | null = null
  let headBytes = 0
  let frames = 0
  let bytes = 0
  let bytesCrc = 0
  const write = async (packets: Uint8Array[]) => {
    for (const packet of packets) {
      if (!firstFrame) {
        firstFrame = packet
        headBytes = tag.length + mp3InfoFrame(totals()).length
      }
      await sink.write(headBytes + bytes, packet)
      frames += 1
      bytes += packet.length
      bytesCrc = crc16(packet, bytesCrc)
    }
  }
  let samples = 0
  const { frameSamples } = encoder
  const totals = () => ({ firstFrame: firstFrame!, frames, bytes, bytesCrc, samples, frameSamples })
  try {
    for await (const frame of framesOf(input.blocks, channels, 0, wantedSamples, frameSamples)) {
      throwIfCancelled(signal)
      await write(await encoder.encode(frame))
      samples = Math.min(wantedSamples, samples + frameSamples)
      input.onSample(samples)
    }
    await write(await encoder.finish())
    if (!firstFrame) throw new CutterError('nothing_in_range', 'There is no audio in the range.')
    await sink.write(0, Buffer.concat([tag, mp3InfoFrame(totals())]))
    return { sizeBytes: headBytes + bytes, samples }
  } finally {
    encoder.close()
  }
}
