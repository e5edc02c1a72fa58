import { type FileHandle, open } from 'node:fs/promises'
import { CutterError } from '../api/cutter-error.ts'

/** Packets are written and read this many bytes at a time. */
const BLOCK_BYTES = 1024 * 1024

/** Before each packet: how long its facts are, as JSON, and its data. */
const HEADER_BYTES = 8

/**
 * Packets on disk, to be gone through more than once. Nothing of them is in memory: hours have a million.
 * @param path of a file that is created; the caller removes it
 */
export function keptPackets<Packet extends { data: Uint8Array }>(path: string) {
  let opening: Promise<FileHandle> | null = null
  let pending: Uint8Array[] = []
  let dataBytes = 0
  let bytes = 0
  let writtenBytes = 0

  const file = () => {
    opening ??= onDisk(() => open(path, 'w+'))
    return opening
  }

  const flush = async () => {
    if (pending.length === 0) return
    const block = Buffer.concat(pending)
    pending = []
    const handle = await file()
    await onDisk(() => handle.writev([block], writtenBytes))
    writtenBytes += block.length
  }

  /** The bytes from a position on: a block, or more if that is not enough. */
  const read = async (position: number, leastBytes: number): Promise<Buffer> => {
    await flush()
    const size = Math.min(bytes - position, Math.max(BLOCK_BYTES, leastBytes))
    const block = Buffer.allocUnsafe(size)
    const handle = await file()
    for (let done = 0; done < size; ) {
      const { bytesRead } = await onDisk(() => handle.read(block, done, size - done, position + done))
      if (bytesRead === 0) throw notKept(new Error('The file ends too early.'))
      done += bytesRead
    }
    return block
  }

  return {
    /** Of the packets' data. */
    bytes: () => dataBytes,
    async add({ data, ...packet }: Packet): Promise<void> {
      const facts = Buffer.from(JSON.stringify(packet))
      const header = Buffer.alloc(HEADER_BYTES)
      header.writeUInt32LE(facts.length, 0)
      header.writeUInt32LE(data.length, 4)
      // The caller may reuse what it gave.
      pending.push(header, facts, Uint8Array.from(data))
      dataBytes += data.length
      bytes += HEADER_BYTES + facts.length + data.length
      if (bytes - writtenBytes >= BLOCK_BYTES) await flush()
    },
    /** All of them, in the order in which they were added; more may be added meanwhile. */
    async *all(): AsyncGenerator<Packet, void> {
      let position = 0
      let block: { start: number; data: Buffer } = { start: 0, data: Buffer.alloc(0) }
      const take = async (size: number): Promise<Buffer> => {
        if (position + size > block.start + block.data.length) {
          block = { start: position, data: await read(position, size) }
        }
        const from = position - block.start
        position += size
        return block.data.subarray(from, from + size)
      }
      while (position < bytes) {
        const header = await take(HEADER_BYTES)
        const facts = await take(header.readUInt32LE(0))
        const packet = JSON.parse(facts.toString()) as Omit<Packet, 'data'>
        yield { ...packet, data: await take(header.readUInt32LE(4)) } as unknown as Packet
      }
    },
    clear(): void {
      pending = []
      dataBytes = 0
      bytes = 0
      writtenBytes = 0
    },
    async close(): Promise<void> {
      await (await opening)?.close()
    },
  }
}

/**
 * Packets of a source that are gone through more than once, and taken from it once. Whoever stopped early goes on, the
 * next time, where the packets on disk end.
 */
export function rereadPackets<Packet extends { data: Uint8Array }>(path: string, source: () => AsyncIterable<Packet>) {
  const kept = keptPackets<Packet>(path)
  let iterator: AsyncIterator<Packet> | null = null
  return {
    async *all(): AsyncGenerator<Packet, void> {
      yield* kept.all()
      iterator ??= source()[Symbol.asyncIterator]()
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
        await kept.add(next.value)
        yield next.value
      }
    },
    async close(): Promise<void> {
      await iterator?.return?.()
      await kept.close()
    },
  }
}

async function onDisk<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw notKept(error)
  }
}

function notKept(error: unknown): CutterError {
  const reason = error instanceof Error ? error.message : String(error)
  return new CutterError('sink_failed', `Packets could not be kept on disk: ${reason}`, { cause: error })
}
