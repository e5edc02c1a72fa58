import type { ClipSink } from '../../api/clip-sink.ts'
import type { ClipTags } from '../../api/clip-spec.ts'
import { countedFrames, type WholeAudio } from '../../audio/audio-frames.ts'
import type { Codecs } from '../../codec/codecs.ts'
import type { SampleBits } from '../../plan/sample-bits.ts'
import { plainTags } from '../../supply/plain-tags.ts'
import { pictureBlock, vorbisComment } from './vorbis-comment.ts'

const STREAM_INFO_BLOCK = 0
const VORBIS_COMMENT_BLOCK = 4
const PICTURE_BLOCK = 6
const LAST_BLOCK_FLAG = 0x80

/** Encodes audio to FLAC. The header has the number and the checksum of all samples, so it is written last. */
export async function writeFlac(
  codecs: Pick<Codecs, 'openAudioEncoder'>,
  sink: ClipSink,
  audio: WholeAudio,
  { bits, tags }: { bits: SampleBits; tags: ClipTags | undefined },
): Promise<{ sizeBytes: number; samples: number }> {
  const { sampleRate, channels } = audio
  const encoder = await codecs.openAudioEncoder({ codec: 'flac', sampleRate, channels, bits })
  const clipTags = plainTags(tags)
  const header = () =>
    flacHeader([
      [STREAM_INFO_BLOCK, encoder.finalConfiguration()],
      [VORBIS_COMMENT_BLOCK, vorbisComment(clipTags)],
      ...(clipTags.artwork ? [[PICTURE_BLOCK, pictureBlock(clipTags.artwork)] as const] : []),
    ])
  let sizeBytes = header().length
  let samples = 0
  const write = async (packets: Uint8Array[]) => {
    for (const packet of packets) {
      await sink.write(sizeBytes, packet)
      sizeBytes += packet.length
    }
  }
  try {
    for await (const { frame, count } of countedFrames(audio, encoder.frameSamples)) {
      await write(await encoder.encode(frame.map((channel) => channel.subarray(0, count))))
      samples += count
    }
    await write(await encoder.flush())
    await sink.write(0, header())
    return { sizeBytes, samples }
  } finally {
    encoder.close()
  }
}

function flacHeader(blocks: readonly (readonly [type: number, body: Uint8Array])[]): Buffer {
  const parts = blocks.flatMap(([type, body], index) => {
    const head = Buffer.alloc(4)
    head[0] = index === blocks.length - 1 ? type | LAST_BLOCK_FLAG : type
    head.writeUIntBE(body.length, 1, 3)
    return [head, body]
  })
  return Buffer.concat([Buffer.from('fLaC', 'latin1'), ...parts])
}
