import { createCipheriv } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { MediaPlaylist } from '../../src/demux/hls/parse-media.ts'
import { parsePlaylist } from '../../src/demux/hls/parse-playlist.ts'
import { type FetchPart, type FetchResource, playlistSource } from '../../src/demux/hls/playlist-source.ts'

/** As AES-128 encrypts a segment. @param vector the last four bytes of the initialization vector, as a number */
export function encrypted(segment: Uint8Array, key: Uint8Array, vector: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(vector, 12)
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  return Buffer.concat([cipher.update(segment), cipher.final()])
}

const pathOf = (address: string) => new URL(address).pathname.slice(1)

/** Files of a directory as if they were served, and who asked for what. */
export class PlaylistSite {
  readonly requests: { path: string; bytes: number }[] = []
  readonly #directory: string
  readonly #extra = new Map<string, Uint8Array>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /** A file that is not in the directory, or instead of one that is. */
  put(path: string, bytes: Uint8Array): void {
    this.#extra.set(path, bytes)
  }

  readonly fetch: FetchResource = async (address, range) => {
    const whole = await this.#file(pathOf(address))
    return this.#send(address, range ? whole.subarray(range.start, range.end) : whole)
  }

  /** As a server answers that knows ranges. */
  readonly fetchPart: FetchPart = async (address, { start, end }) => {
    const whole = await this.#file(pathOf(address))
    const bytes = this.#send(address, whole.subarray(start, end))
    return bytes.length > 0 ? { bytes, start, sizeBytes: whole.length } : null
  }

  async #file(path: string): Promise<Uint8Array> {
    return this.#extra.get(path) ?? (await readFile(`${this.#directory}/${path}`))
  }

  #send(address: string, bytes: Uint8Array): Uint8Array {
    this.requests.push({ path: pathOf(address), bytes: bytes.length })
    return bytes
  }

  async text(path: string): Promise<string> {
    return Buffer.from(await this.#file(path)).toString('utf8')
  }

  source(text: string, path = 'index.m3u8', fetchPart: FetchPart | null = null) {
    return playlistSource(parsePlaylist(text, `http://site.test/${path}`) as MediaPlaylist, this.fetch, fetchPart)
  }
}
