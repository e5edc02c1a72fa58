import type { ClipSink } from '../../api/clip-sink.ts'

/** Longest page: one second at 48 kHz, because players seek by pages. */
const MAX_PAGE_SAMPLES = 48_000
const MAX_SEGMENTS = 255
const FULL_SEGMENT = 255
const HEADER_BYTES = 27
const CHECKSUM_AT = 22
const CONTINUED_FLAG = 1
const FIRST_PAGE_FLAG = 2
const LAST_PAGE_FLAG = 4
/** Granule position of a page on which no packet ends. */
const NO_POSITION = -1n
/** Serial number of the only stream in the file. */
const STREAM_SERIAL = 1

/** Creates a writer of Ogg pages (RFC 3533). A page is written as soon as the next packet does not fit. */
export function oggPages(sink: ClipSink) {
  let sizeBytes = 0
  let number = 0
  let packets: Uint8Array[] = []
  let segments = 0
  /** Granule positions at the start of the open page and at the end of its last packet. */
  let pageStart = 0
  let pageEnd = 0

  /** Writes the open page, or several pages for a packet that is too large for one. */
  const writePage = async (position: number, isLast: boolean) => {
    const body = Buffer.concat(packets)
    const lacing = Buffer.concat(packets.map(({ length }) => lacingOf(length)))
    let bodyAt = 0
    for (let at = 0; at < lacing.length; at += MAX_SEGMENTS) {
      const part = lacing.subarray(at, at + MAX_SEGMENTS)
      const isEnd = at + part.length === lacing.length
      const bodyEnd = bodyAt + part.reduce((sum, bytes) => sum + bytes, 0)
      const flags =
        (at > 0 ? CONTINUED_FLAG : 0) | (number === 0 ? FIRST_PAGE_FLAG : 0) | (isEnd && isLast ? LAST_PAGE_FLAG : 0)
      const pageFields = { flags, number, position: isEnd ? BigInt(position) : NO_POSITION }
      const page = oggPage(part, body.subarray(bodyAt, bodyEnd), pageFields)
      await sink.write(sizeBytes, page)
      sizeBytes += page.length
      number += 1
      bodyAt = bodyEnd
    }
    packets = []
    segments = 0
    pageStart = pageEnd
  }

  return {
    /** Adds a packet. @param position number of samples after decoding the packet (granule position) */
    async addPacket(packet: Uint8Array, position: number): Promise<void> {
      const packetSegments = lacingOf(packet.length).length
      const isFull = segments + packetSegments > MAX_SEGMENTS || position - pageStart > MAX_PAGE_SAMPLES
      if (packets.length > 0 && isFull) await writePage(pageEnd, false)
      packets.push(packet)
      segments += packetSegments
      pageEnd = position
    },
    endPage: () => writePage(pageEnd, false),
    /**
     * Writes the last page, and returns the size of the file.
     * @param position end of the audio; players drop later samples
     */
    async finish(position: number): Promise<number> {
      if (packets.length > 0) await writePage(position, true)
      return sizeBytes
    },
  }
}

/** Sizes of a packet's segments. All are full except the last, which may be empty. */
function lacingOf(packetBytes: number): Buffer {
  const lacing = Buffer.alloc(Math.floor(packetBytes / FULL_SEGMENT) + 1, FULL_SEGMENT)
  lacing[lacing.length - 1] = packetBytes % FULL_SEGMENT
  return lacing
}

function oggPage(
  lacing: Uint8Array,
  body: Uint8Array,
  { flags, number, position }: { flags: number; number: number; position: bigint },
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('OggS', 'latin1')
  header[5] = flags
  header.writeBigInt64LE(position, 6)
  header.writeUInt32LE(STREAM_SERIAL, 14)
  header.writeUInt32LE(number, 18)
  header[26] = lacing.length
  const page = Buffer.concat([header, lacing, body])
  page.writeUInt32LE(crc32(page), CHECKSUM_AT)
  return page
}

/** Table for CRC-32 of Ogg: polynomial 0x04c11db7, bits not reflected, start value 0. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  return crc
})

function crc32(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ byte]!
  return crc >>> 0
}
