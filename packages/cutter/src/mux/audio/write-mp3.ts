import type { ClipSink } from '../../api/clip-sink.ts'
import type { ClipTags } from '../../api/clip-spec.ts'
import { countedFrames, type WholeAudio } from '../../audio/audio-frames.ts'
import type { Codecs } from '../../codec/codecs.ts'
import { id3Tag } from './id3-tag.ts'
import { crc16, mp3InfoFrame } from './mp3-info-frame.ts'

interface Mp3Options {
  /** Constant bitrate in bits per second, or 'v2' for LAME's variable quality 2. */
  bitrate: number | 'v2'
  tags: ClipTags | undefined
}

/** Encodes audio of 32,000, 44,100 or 48,000 Hz to an MP3. Returns its size and its samples without padding. */
export async function writeMp3(
  codecs: Pick<Codecs, 'openAudioEncoder'>,
  sink: ClipSink,
  audio: WholeAudio,
  { bitrate, tags }: Mp3Options,
): Promise<{ sizeBytes: number; samples: number }> {
  const { sampleRate, channels } = audio
  const encoder = await codecs.openAudioEncoder({ codec: 'mp3', sampleRate, channels, bitrate })
  const tag = id3Tag(tags)
  let firstFrame: Uint8Array | null = null
  let headBytes = 0
  const frameStarts: number[] = []
  let bytes = 0
  let bytesCrc = 0
  let samples = 0
  const infoFrame = (first: Uint8Array) =>
    mp3InfoFrame({
      firstFrame: first,
      isVariable: bitrate === 'v2',
      frameStarts,
      bytes,
      bytesCrc,
      samples,
      frameSamples: encoder.frameSamples,
    })
  const write = async (packets: Uint8Array[]) => {
    for (const packet of packets) {
      if (!firstFrame) {
        firstFrame = packet
        headBytes = tag.length + infoFrame(packet).length
      }
      await sink.write(headBytes + bytes, packet)
      frameStarts.push(bytes)
      bytes += packet.length
      bytesCrc = crc16(packet, bytesCrc)
    }
  }
  try {
    for await (const { frame, count } of countedFrames(audio, encoder.frameSamples)) {
      await write(await encoder.encode(frame))
      samples += count
    }
    if (samples === 0) return { sizeBytes: 0, samples }
    await write(await encoder.flush())
    await sink.write(0, Buffer.concat([tag, infoFrame(firstFrame!)]))
    return { sizeBytes: headBytes + bytes, samples }
  } finally {
    encoder.close()
  }
}
