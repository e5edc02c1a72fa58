import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ByteRange } from '@kerf/cutter/api/segment-source'
import { type Allowance, createAllowance } from '@kerf/domain/access/allowance'
import type { Clock } from '../../ports/clock.ts'
import { type FileStore, LIVE_KEY_PREFIX } from '../../ports/files.ts'
import { rationedOwner } from '../../ports/rationed-by.ts'
import type { LiveWindow } from './shared-windows.ts'

/** A live playlist at the time of a lookup, and the part of it that all playlists of the stream have. */
export interface StoredWindow extends LiveWindow {
  text: string
  landedUrl: string
}

/** Address of a stored window: the playlist's own, with the window in its fragment, which is never sent. */
export interface WindowAddress {
  id: string
  /** Time of the stream's clock at zero of the timeline; null if its recordings have several clocks. */
  clockSeconds: number | null
}

export type LiveWindows = ReturnType<typeof createLiveWindows>

/** Clips have priority: this is four times the free space that a new clip requires. */
const MIN_FREE_BYTES = 1024 ** 3
/** Time for which stored windows and segments live. */
const LIFE_SECONDS = 2 * 3600
/** Maximum number of bytes that this process stores within `LIFE_SECONDS`: for all owners together, and for one. */
const MAX_STORED_BYTES = 8_000_000_000
const MAX_STORED_BYTES_OF_OWNER = 2_000_000_000

const storageOf = (max: number): Allowance =>
  createAllowance({ most: max, perSecond: max / LIFE_SECONDS, now: () => performance.now() })

/** Shared by all sources of this process. */
const storage = { all: storageOf(MAX_STORED_BYTES), byOwner: storageOf(MAX_STORED_BYTES_OF_OWNER) }
const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Windows of live playlists, and segments that were fetched before they leave the window. All expire by age. */
export function createLiveWindows({ files, clock }: { files: FileStore; clock: Clock }, { all, byOwner } = storage) {
  async function store(key: string, bytes: Uint8Array): Promise<void> {
    all.spend('', bytes.length)
    byOwner.spend(rationedOwner(), bytes.length)
    const scratch = await files.scratchPath(`${key.replace('/', '-')}-${randomUUID()}`)
    try {
      await writeFile(scratch, bytes)
      await files.publish(scratch, key)
    } finally {
      await files.discard(scratch)
    }
  }

  async function read(key: string): Promise<Buffer | null> {
    const stream = await files.read(key)
    return stream && (await buffer(stream))
  }

  return {
    clock,

    async save(address: string, window: StoredWindow): Promise<void> {
      await store(windowKey(address), await compress(JSON.stringify(window)))
    },

    /** Deletes a window of which no video was made. */
    async forget(address: string): Promise<void> {
      await files.delete(windowKey(address))
    },

    async find(address: string): Promise<StoredWindow | null> {
      const bytes = await read(windowKey(address))
      return bytes && (JSON.parse((await decompress(bytes)).toString('utf8')) as StoredWindow)
    },

    /** A segment, key or initialization section that was stored beforehand; null if it was not. */
    findSegment: (address: string, resource: string, range: ByteRange | null): Promise<Buffer | null> =>
      read(segmentKey(address, resource, range)),

    hasSegment: async (address: string, resource: string, range: ByteRange | null): Promise<boolean> =>
      (await files.stat(segmentKey(address, resource, range))) !== null,

    storeSegment: (address: string, resource: string, range: ByteRange | null, bytes: Uint8Array): Promise<void> =>
      store(segmentKey(address, resource, range), bytes),

    /** Whether the disk has room for segments, and the owner may store more of them. */
    async hasRoom(): Promise<boolean> {
      if (all.leftOf('') <= 0 || byOwner.leftOf(rationedOwner()) <= 0) return false
      const freeBytes = await files.freeBytes()
      return freeBytes === null || freeBytes >= MIN_FREE_BYTES
    },
  }
}

export function windowAddressOf(address: string, { id, clockSeconds }: WindowAddress): string {
  const url = new URL(address)
  url.hash = new URLSearchParams({
    'kerf-window': id,
    ...(clockSeconds === null ? {} : { clock: String(clockSeconds) }),
  }).toString()
  return url.href
}

/** null for the address of an ordinary playlist. */
export function parseWindowAddress(address: string): WindowAddress | null {
  const parameters = new URLSearchParams(new URL(address).hash.slice(1))
  const id = parameters.get('kerf-window')
  const clock = parameters.get('clock')
  return id === null ? null : { id, clockSeconds: clock === null ? null : Number(clock) }
}

/** The address without its clock, which is learned after the window has been stored. */
function addressWithoutClock(address: string): string {
  const { id } = parseWindowAddress(address)!
  return windowAddressOf(address, { id, clockSeconds: null })
}

const windowKey = (address: string): string => LIVE_KEY_PREFIX + digestOf([addressWithoutClock(address)])

const segmentKey = (address: string, resource: string, range: ByteRange | null): string =>
  LIVE_KEY_PREFIX + digestOf([addressWithoutClock(address), resource, range])

const digestOf = (parts: unknown): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
