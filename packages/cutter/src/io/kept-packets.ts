import { type ScratchFile, type ScratchFolder, withScratchErrors } from './scratch.ts'

/** Size of writes, and of reads except for larger packets. */
const BLOCK_BYTES = 1024 * 1024

/** The header before each packet: length of its other fields as JSON, and length of its data. */
const HEADER_BYTES = 8

/**
 * Stores packets on disk, so that callers can iterate over them several times. Hours of media have a million packets,
 * too many for memory.
 * @param name of a file that is created in the folder; the caller removes the folder
 */
export function createPacketStore<Packet extends { data: Uint8Array }>(folder: ScratchFolder, name: string) {
  let opening: Promise<ScratchFile> | null = null
  let pendingChunks: Uint8Array[] = []
  let dataBytes = 0
  let totalBytes = 0
  let writtenBytes = 0

  const file = () => {
    opening ??= withScratchErrors(() => folder.openFile(name))
    return opening
  }

  const flush = async () => {
    if (pendingChunks.length === 0) return
    const block = Buffer.concat(pendingChunks)
    pendingChunks = []
    const handle = await file()
    await withScratchErrors(() => handle.write(writtenBytes, block))
    writtenBytes += block.length
  }

  /** Reads from a position on: one block, or `minBytes` if that is more. */
  const read = async (position: number, minBytes: number): Promise<Buffer> => {
    await flush()
    const size = Math.min(totalBytes - position, Math.max(BLOCK_BYTES, minBytes))
    const handle = await file()
    const { buffer, byteOffset, byteLength } = await withScratchErrors(() => handle.read(position, position + size))
    return Buffer.from(buffer, byteOffset, byteLength)
  }

  return {
    /** Total size of the packets' data, in bytes. */
    bytes: () => dataBytes,
    async add({ data, ...packet }: Packet): Promise<void> {
      const fields = Buffer.from(JSON.stringify(packet))
      const header = Buffer.alloc(HEADER_BYTES)
      header.writeUInt32LE(fields.length, 0)
      header.writeUInt32LE(data.length, 4)
      // The caller may reuse its buffer, so the data is copied.
      pendingChunks.push(header, fields, Uint8Array.from(data))
      dataBytes += data.length
      totalBytes += HEADER_BYTES + fields.length + data.length
      if (totalBytes - writtenBytes >= BLOCK_BYTES) await flush()
    },
    /** All packets, in the order in which they were added. Callers may add packets during the iteration. */
    async *all(): AsyncGenerator<Packet, void> {
      let position = 0
      let block: { start: number; data: Buffer } = { start: 0, data: Buffer.alloc(0) }
      const takeBytes = async (size: number): Promise<Buffer> => {
        if (position + size > block.start + block.data.length) {
          block = { start: position, data: await read(position, size) }
        }
        const from = position - block.start
        position += size
        return block.data.subarray(from, from + size)
      }
      while (position < totalBytes) {
        const header = await takeBytes(HEADER_BYTES)
        const fields = await takeBytes(header.readUInt32LE(0))
        const packet = JSON.parse(fields.toString()) as Omit<Packet, 'data'>
        yield { ...packet, data: await takeBytes(header.readUInt32LE(4)) } as unknown as Packet
      }
    },
    clear(): void {
      pendingChunks = []
      dataBytes = 0
      totalBytes = 0
      writtenBytes = 0
    },
    async close(): Promise<void> {
      await (await opening)?.close()
    },
  }
}

/**
 * Reads the packets of a source once and lets callers iterate over them several times. After an iteration that stopped
 * early, the next one takes the remaining packets from the source.
 */
export function rereadPackets<Packet extends { data: Uint8Array }>(
  folder: ScratchFolder,
  name: string,
  source: () => AsyncIterable<Packet>,
) {
  const packetsOnDisk = createPacketStore<Packet>(folder, name)
  let iterator: AsyncIterator<Packet> | null = null
  return {
    async *all(): AsyncGenerator<Packet, void> {
      yield* packetsOnDisk.all()
      iterator ??= source()[Symbol.asyncIterator]()
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        await packetsOnDisk.add(next.value)
        yield next.value
      }
    },
    async close(): Promise<void> {
      await iterator?.return?.()
      await packetsOnDisk.close()
    },
  }
}
