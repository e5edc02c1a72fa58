import { AV_CODEC_ID_MOV_TEXT, AV_CODEC_ID_SUBRIP, AV_CODEC_ID_WEBVTT, type AVCodecID } from 'node-av/constants'
import { Packet, Rational } from 'node-av/lib'
import type { StampedText } from './stamped-recipe.ts'

/** Packets of a subtitle track for a muxer. */
export interface TextPackets {
  codecId: AVCodecID
  timeBase: Rational
  /** The caller owns each packet. */
  packets: AsyncGenerator<Packet, void, undefined>
}

const CODECS = { mov_text: AV_CODEC_ID_MOV_TEXT, subrip: AV_CODEC_ID_SUBRIP, webvtt: AV_CODEC_ID_WEBVTT }
const TICKS_PER_SECOND = 1000

export function textPackets({ codec, cues }: StampedText): TextPackets {
  async function* packets(): AsyncGenerator<Packet, void, undefined> {
    for (const { startTime, endTime, text } of cues) {
      const packet = new Packet()
      packet.alloc()
      const bytes = Buffer.from(text)
      packet.data = codec === 'mov_text' ? Buffer.concat([lengthOf(bytes), bytes]) : bytes
      packet.pts = packet.dts = BigInt(Math.round(startTime * TICKS_PER_SECOND))
      packet.duration = BigInt(Math.round((endTime - startTime) * TICKS_PER_SECOND))
      packet.isKeyframe = true
      yield packet
    }
  }
  return { codecId: CODECS[codec], timeBase: new Rational(1, TICKS_PER_SECOND), packets: packets() }
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return length
}
