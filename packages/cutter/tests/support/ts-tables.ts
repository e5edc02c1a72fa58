import { sectionPacket } from '../../src/demux/ts/ts-program.ts'

const PACKET_BYTES = 188
/** PIDs that FFmpeg's muxer assigns. */
export const FFMPEG_PIDS = { pmt: 0x1000, video: 0x100, audio: 0x101 }

export interface ProgramPids {
  number: number
  pmt: number
  video: number
  audio: number
}

/** The packets of a transport stream. */
export function packetsOf(stream: Buffer): Buffer[] {
  return Array.from({ length: stream.length / PACKET_BYTES }, (_, index) =>
    Buffer.from(stream.subarray(index * PACKET_BYTES, (index + 1) * PACKET_BYTES)),
  )
}

export const pidOf = (packet: Buffer): number => packet.readUInt16BE(1) & 0x1fff

/** Moves video and audio packets of FFmpeg's transport stream to the PIDs of another program; drops its tables. */
export function toProgram(packets: readonly Buffer[], { video, audio }: ProgramPids): Buffer[] {
  return packets.flatMap((packet) => {
    const pid = pidOf(packet) === FFMPEG_PIDS.video ? video : pidOf(packet) === FFMPEG_PIDS.audio ? audio : null
    if (pid === null) return []
    const packetCopy = Buffer.from(packet)
    packetCopy.writeUInt16BE((packetCopy.readUInt16BE(1) & 0xe000) | pid, 1)
    return [packetCopy]
  })
}

/**
 * The PAT of these programs, then the PMT of each.
 * @param registrations format identifiers in registration descriptors, for the audio and for the program
 */
export function tablesOf(
  programs: readonly ProgramPids[],
  audioType = 0x0f,
  registrations: { audio?: string; program?: string } = {},
): Buffer[] {
  const rows = programs.map(({ number, pmt }) => u16s(number, 0xe000 | pmt))
  const pat = sectionPacket(0, 0, 1, Buffer.concat(rows))
  const pmts = programs.map(({ number, pmt, video, audio }) => {
    const streams = [
      Buffer.concat([Buffer.from([0x1b]), u16s(0xe000 | video, 0xf000)]),
      Buffer.concat([Buffer.from([audioType]), u16s(0xe000 | audio), descriptorList(registrations.audio)]),
    ]
    return sectionPacket(
      pmt,
      2,
      number,
      Buffer.concat([u16s(0xe000 | video), descriptorList(registrations.program), ...streams]),
    )
  })
  return [pat, ...pmts]
}

/** A list of descriptors with its length: one registration descriptor, or none. */
function descriptorList(name: string | undefined): Buffer {
  const list = name === undefined ? Buffer.alloc(0) : Buffer.concat([Buffer.from([5, 4]), Buffer.from(name, 'latin1')])
  return Buffer.concat([u16s(0xf000 | list.length), list])
}

function u16s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index)
  return bytes
}

/** Adds ticks to every PTS and DTS of a stream; they wrap around at 33 bits. */
export function withClockAt(stream: Buffer, byTicks: number): Buffer {
  const shiftedStream = Buffer.from(stream)
  for (let at = 0; at < shiftedStream.length; at += 188) {
    const adaptation = (shiftedStream[at + 3]! >> 4) & 3
    const payload = at + 4 + (adaptation & 2 ? 1 + shiftedStream[at + 4]! : 0)
    const startsPes =
      (shiftedStream[at + 1]! & 0x40) !== 0 && payload + 19 < at + 188 && shiftedStream.readUIntBE(payload, 3) === 1
    if (startsPes) {
      const stamps = shiftedStream[payload + 7]! >> 6
      if (stamps & 2) moveTimestamp(shiftedStream, payload + 9, byTicks)
      if (stamps === 3) moveTimestamp(shiftedStream, payload + 14, byTicks)
    }
  }
  return shiftedStream
}

function moveTimestamp(bytes: Buffer, at: number, byTicks: number): void {
  const oldTicks =
    ((bytes[at]! >> 1) & 7) * 2 ** 30 + (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1)
  const newTicks = (oldTicks + byTicks) % 2 ** 33
  bytes[at] = (bytes[at]! & 0xf1) | (Math.floor(newTicks / 2 ** 30) << 1)
  bytes.writeUInt16BE(((Math.floor(newTicks / 2 ** 15) & 0x7fff) << 1) | 1, at + 1)
  bytes.writeUInt16BE(((newTicks & 0x7fff) << 1) | 1, at + 3)
}
