import { rereadPackets } from '../io/kept-packets.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import type { OpenScratchFolder } from '../io/scratch.ts'
import type { AudioSupply } from './packet-supply.ts'

/** Stores the packets of audio on disk, so that audio of any length is fetched once and decoded several times. */
export async function storeAudioOnDisk(supply: AudioSupply, openScratch: OpenScratchFolder) {
  const folder = await openScratch('audio-')
  const packetFiles = new Map<string, ReturnType<typeof rereadPackets<LoadedPacket>>>()
  const calls = new Map<number, number>()
  return {
    /** The stored packets. They must be requested in the same order after each rewind. */
    supply: {
      of: (index) => ({
        packets(...request) {
          const call = calls.get(index) ?? 0
          calls.set(index, call + 1)
          const key = `${index}-${call}`
          const packetFile =
            packetFiles.get(key) ?? rereadPackets(folder, key, () => supply.of(index).packets(...request))
          packetFiles.set(key, packetFile)
          return packetFile.all()
        },
      }),
    } satisfies AudioSupply as AudioSupply,
    rewind: (): void => calls.clear(),
    async close(): Promise<void> {
      await Promise.all([...packetFiles.values()].map((packetFile) => packetFile.close()))
      await folder.remove()
    },
  }
}
