import { AVERROR_EOF } from 'node-av/constants'
import { FFmpegError, Packet } from 'node-av/lib'
import { openLocalFile } from './decode-media.ts'

export interface PacketReading {
  /** Presentation time after the edit list. */
  seconds: number
  isKeyframe: boolean
  sizeBytes: number
  /** Types of the NAL units of an H.264 packet in MP4 or Matroska (5: IDR slice, 1: other slice). */
  nalTypes: number[]
}

/** Packets of a local file's first track, in decoding order. */
export async function readPackets(path: string): Promise<PacketReading[]> {
  const input = await openLocalFile(path)
  const packet = new Packet()
  packet.alloc()
  const readings: PacketReading[] = []
  try {
    for (;;) {
      const result = await input.readFrame(packet)
      if (result === AVERROR_EOF) return readings
      FFmpegError.throwIfError(result, 'read a packet')
      const timeBase = input.streams[packet.streamIndex]?.timeBase
      if (packet.streamIndex === 0 && timeBase) {
        readings.push({
          seconds: (Number(packet.pts) * timeBase.num) / timeBase.den,
          isKeyframe: packet.isKeyframe,
          sizeBytes: packet.size,
          nalTypes: readNalTypes(packet.data ?? Buffer.alloc(0)),
        })
      }
      packet.unref()
    }
  } finally {
    packet.free()
    await input.closeInput()
  }
}

function readNalTypes(packet: Buffer): number[] {
  const types: number[] = []
  for (let offset = 0; offset + 4 < packet.length; offset += 4 + packet.readUInt32BE(offset))
    types.push(packet[offset + 4]! & 31)
  return types
}
