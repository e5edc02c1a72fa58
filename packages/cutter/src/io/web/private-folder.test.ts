import { describe, expect, it } from 'vitest'
import { createPacketStore } from '../kept-packets.ts'
import { openPrivateFolder } from './private-folder.ts'

// Node has no private file system, as private windows of some browsers have none.
describe('temporary files without a private file system', () => {
  it('stay in memory, in the order in which they were written, and are gone with their folder', async () => {
    const folder = await openPrivateFolder('audio-')
    expect(folder.path).toMatch(/^audio-[0-9a-f-]{36}$/)
    const packets = Array.from({ length: 40 }, (_, tick) => ({ tick, data: new Uint8Array(50_000 + tick).fill(tick) }))
    const store = createPacketStore<(typeof packets)[number]>(folder, 'packets')
    for (const packet of packets) await store.add(packet)
    const read: number[][] = []
    for await (const { tick, data } of store.all()) read.push([tick, data.length, data[0]!, data.at(-1)!])
    expect(read).toEqual(packets.map(({ tick, data }) => [tick, data.length, tick, tick]))
    await store.close()
    await folder.remove()
  })

  it('are refused beyond 400 MiB, and removed files cannot be read', async () => {
    const folder = await openPrivateFolder('kerf-fit-')
    const file = await folder.openFile('packets')
    await file.write(0, Uint8Array.of(1, 2, 3))
    expect(await file.read(1, 3)).toEqual(Uint8Array.of(2, 3))
    await expect(file.write(400 * 1024 ** 2, Uint8Array.of(4))).rejects.toThrow(
      'lends no storage for a file of this size',
    )
    await folder.remove()
    await expect(file.read(0, 3)).rejects.toThrow('ends too early')
  })
})
