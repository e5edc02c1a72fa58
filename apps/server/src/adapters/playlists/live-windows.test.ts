import { createAllowance } from '@kerf/domain/access/allowance'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { beforeEach, expect, it } from 'vitest'
import { rationedBy } from '../../ports/rationed-by.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createLiveWindows, type LiveWindows, windowAddressOf } from './live-windows.ts'

const ADDRESS = windowAddressOf('https://a.test/list.m3u8', { id: 'one', clockSeconds: null })
const SEGMENT = new Uint8Array(60)
const storageOf = (max: number) => createAllowance({ most: max, perSecond: 0, now: () => 0 })

let windows: LiveWindows
beforeEach(() => {
  const files = createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory() })
  windows = createLiveWindows(
    { files, clock: { now: () => new Date() } },
    { all: storageOf(200), byOwner: storageOf(100) },
  )
})

const store = (owner: string, resource: string) =>
  rationedBy(owner, () => windows.storeSegment(ADDRESS, resource, null, SEGMENT))
const hasRoom = (owner: string) => rationedBy(owner, () => windows.hasRoom())

it('one owner may store a limited number of bytes of live streams, and others still have room', async () => {
  await store('greedy', '1.ts')
  expect(await hasRoom('greedy')).toBe(true)
  await store('greedy', '2.ts')
  expect(await hasRoom('greedy')).toBe(false)
  expect(await hasRoom('modest')).toBe(true)
})

it('nobody has room once all owners together have stored too much', async () => {
  for (const owner of ['anna', 'ben', 'carl', 'dora']) await store(owner, `${owner}.ts`)
  expect(await hasRoom('emil')).toBe(false)
})
