import { AV_LOG_FATAL, AV_NOPTS_VALUE, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { type CodecContext, FFmpegError, Log, type Packet } from 'node-av/lib'
import { brokenMedia } from '../../../api/cutter-error.ts'
import type { EncodedChunk } from '../../video-frame.ts'

// Codecs write messages to stderr by default.
Log.setLevel(AV_LOG_FATAL)

/** Whether a codec has no output for now, or has ended. */
export function isDrained(result: number): boolean {
  return result === AVERROR_EAGAIN || result === AVERROR_EOF
}

/** @throws CutterError broken_media if the result is an error, because errors of decoders are caused by the media */
export function requireDecoded(result: number, action: string): void {
  if (result < 0) throw brokenMedia(`Could not ${action}: ${FFmpegError.strerror(result)}`)
}

/** @throws Error if the result is an error, because errors of encoders are caused by our settings, not by the media */
export function requireEncoded(result: number, action: string): void {
  if (result < 0) throw new Error(`Could not ${action}: ${FFmpegError.strerror(result)}`)
}

/** Takes all packets that an encoder has ready. `read` must copy its result, because the packet is reused. */
export async function takePackets<T>(
  context: CodecContext,
  packet: Packet,
  packetsName: string,
  read: (packet: Packet) => T,
): Promise<T[]> {
  const results: T[] = []
  for (;;) {
    const result = await context.receivePacket(packet)
    if (isDrained(result)) return results
    requireEncoded(result, `receive ${packetsName}`)
    results.push(read(packet))
    packet.unref()
  }
}

/** Points a packet of node-av to the bytes of a chunk, and copies its time. */
export function fillPacket(packet: Packet, { data, timestamp }: EncodedChunk): void {
  packet.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  packet.pts = BigInt(Math.round(timestamp))
  packet.dts = AV_NOPTS_VALUE
}
