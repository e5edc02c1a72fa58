import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rereadPackets } from '../io/kept-packets.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import type { AudioSupply } from './packet-supply.ts'

/** Audio that is decoded several times, and fetched once: its packets are kept on disk, however long it is. */
export async function keptAudio(supply: AudioSupply, parentDirectory: string | undefined) {
  const directory = await mkdtemp(join(parentDirectory ?? tmpdir(), 'audio-'))
  const kept = new Map<string, ReturnType<typeof rereadPackets<LoadedPacket>>>()
  const calls = new Map<number, number>()
  return {
    /** Packets must be asked for in the same order after each rewind. */
    supply: {
      of: (index) => ({
        packets(...asked) {
          const call = calls.get(index) ?? 0
          calls.set(index, call + 1)
          const key = `${index}-${call}`
          const packets = kept.get(key) ?? rereadPackets(join(directory, key), () => supply.of(index).packets(...asked))
          kept.set(key, packets)
          return packets.all()
        },
      }),
    } satisfies AudioSupply as AudioSupply,
    rewind: (): void => calls.clear(),
    async close(): Promise<void> {
      await Promise.all([...kept.values()].map((packets) => packets.close()))
      await rm(directory, { recursive: true, force: true })
    },
  }
}
