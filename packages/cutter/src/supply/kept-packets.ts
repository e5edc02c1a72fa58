import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CutterError } from '../api/cutter-error.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import type { AudioSupply } from './packet-supply.ts'

/** Time, duration, size, entry, sync. */
const HEADER_BYTES = 8 + 8 + 4 + 2 + 1
const BUFFERED_BYTES = 1024 * 1024

/** Audio that is decoded several times, and fetched once: its packets are kept in a file, however long it is. */
export async function keptPackets(supply: AudioSupply, parentDirectory: string | undefined) {
  const directory = await mkdtemp(join(parentDirectory ?? tmpdir(), 'audio-'))
  const file = await open(join(directory, 'packets'), 'w+')
  const ranges = new Map<string, { start: number; end: number }>()
  let position = 0
  const calls = new Map<number, number>()

  async function* recorded(
    packets: AsyncIterable<LoadedPacket>,
    range: { start: number; end: number },
  ): AsyncGenerator<LoadedPacket, void> {
    let waiting: Buffer[] = []
    let waitingBytes = 0
    const write = async () => {
      await file.writev(waiting, position).catch((error: Error) => {
        throw new CutterError('sink_failed', `The audio could not be kept: ${error.message}`, { cause: error })
      })
      position += waitingBytes
      range.end = position
      waiting = []
      waitingBytes = 0
    }
    try {
      for await (const packet of packets) {
        const record = recordOf(packet)
        waiting.push(record)
        waitingBytes += record.length
        if (waitingBytes >= BUFFERED_BYTES) await write()
        yield packet
      }
    } finally {
      if (waitingBytes > 0) await write()
    }
  }

  return {
    /** Packets must be asked for in the same order after each rewind. */
    supply: {
      of: (index) => ({
        async *packets(...asked) {
          const call = calls.get(index) ?? 0
          calls.set(index, call + 1)
          const key = `${index} ${call}`
          const known = ranges.get(key)
          if (known) return yield* readAgain(file, known)
          const range = { start: position, end: position }
          ranges.set(key, range)
          yield* recorded(supply.of(index).packets(...asked), range)
        },
      }),
    } satisfies AudioSupply as AudioSupply,
    rewind: (): void => calls.clear(),
    async close(): Promise<void> {
      await file.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function recordOf({ pts, duration, data, entryIndex, isSync }: LoadedPacket): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeDoubleLE(pts, 0)
  header.writeDoubleLE(duration, 8)
  header.writeUInt32LE(data.length, 16)
  header.writeUInt16LE(entryIndex, 20)
  header.writeUInt8(isSync ? 1 : 0, 22)
  return Buffer.concat([header, data])
}

async function* readAgain(file: FileHandle, { start, end }: { start: number; end: number }) {
  let held: Buffer = Buffer.alloc(0)
  let position = start
  const take = async (bytes: number): Promise<Buffer> => {
    while (held.length < bytes) {
      const most = Math.min(end - position, Math.max(bytes, BUFFERED_BYTES))
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(most), 0, most, position)
      if (bytesRead === 0) throw new Error('The kept audio ends too early.')
      position += bytesRead
      held = Buffer.concat([held, buffer.subarray(0, bytesRead)])
    }
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
  while (position < end || held.length > 0) {
    const header = await take(HEADER_BYTES)
    const data = await take(header.readUInt32LE(16))
    const packet: LoadedPacket = {
      pts: header.readDoubleLE(0),
      duration: header.readDoubleLE(8),
      entryIndex: header.readUInt16LE(20),
      isSync: header.readUInt8(22) === 1,
      data,
    }
    yield packet
  }
}
