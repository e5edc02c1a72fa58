import { AV_LOG_FATAL, AV_NOPTS_VALUE, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { type CodecContext, FFmpegError, Log, type Packet } from 'node-av/lib'
import { brokenMedia } from '../api/cutter-error.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'

// Codecs would otherwise write to stderr.
Log.setLevel(AV_LOG_FATAL)

/** Whether a codec has nothing (more) to give for now. */
export function isDrained(result: number): boolean {
  return result === AVERROR_EAGAIN || result === AVERROR_EOF
}

/** A decoder's complaint is about the media. */
export function requireDecoded(result: number, doing: string): void {
  if (result < 0) throw brokenMedia(`Could not ${doing}: ${FFmpegError.strerror(result)}`)
}

/** An encoder's complaint is about our settings: a surprise. */
export function requireEncoded(result: number, doing: string): void {
  if (result < 0) throw new Error(`Could not ${doing}: ${FFmpegError.strerror(result)}`)
}

/** All that an encoder has ready for now. The packet is reused: `read` copies what it returns. */
export async function takePackets<T>(
  context: CodecContext,
  packet: Packet,
  what: string,
  read: (packet: Packet) => T,
): Promise<T[]> {
  const taken: T[] = []
  for (;;) {
    const result = await context.receivePacket(packet)
    if (isDrained(result)) return taken
    requireEncoded(result, `receive ${what}`)
    taken.push(read(packet))
    packet.unref()
  }
}

/** Points a packet of the codecs at the bytes and the time of one of ours. */
export function fillPacket(packet: Packet, { data, pts }: LoadedPacket): void {
  packet.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  packet.pts = BigInt(Math.round(pts))
  packet.dts = AV_NOPTS_VALUE
}
