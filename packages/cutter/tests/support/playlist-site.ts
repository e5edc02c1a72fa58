import { createCipheriv } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { MediaPlaylist } from '../../src/demux/hls/parse-media.ts'
import { parsePlaylist } from '../../src/demux/hls/parse-playlist.ts'
import { type FetchPart, type FetchResource, playlistSource } from '../../src/demux/hls/playlist-source.ts'

/**
 * Encrypts a segment with AES-128 in CBC mode.
 * @param initializationVector the last four bytes of the initialization vector, as a number
 */
export function encryptSegment(segment: Uint8Array, key: Uint8Array, initializationVector: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(initializationVector, 12)
  const cipher = createCipheriv('aes-128-cbc', key, iv)
  return Buffer.concat([cipher.update(segment), cipher.final()])
}

const pathOf = (address: string) => new URL(address).pathname.slice(1)

/** Serves the files of a directory to playlist sources, and records the requests. */
export class PlaylistSite {
  readonly requests: { path: string; bytes: number }[] = []
  readonly #directory: string
  readonly #extraFiles = new Map<string, Uint8Array>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Serves these bytes at a path, even if the directory has a file there. */
  put(path: string, bytes: Uint8Array): void {
    this.#extraFiles.set(path, bytes)
  }

  readonly fetch: FetchResource = async (address, range) => {
    const file = await this.#file(pathOf(address))
    return this.#send(address, range ? file.subarray(range.start, range.end) : file)
  }

  /** Answers like a server that supports range requests. Returns null if the range begins after the end. */
  readonly fetchPart: FetchPart = async (address, { start, end }) => {
    const file = await this.#file(pathOf(address))
    const bytes = this.#send(address, file.subarray(start, end))
    return bytes.length > 0 ? { bytes, start, sizeBytes: file.length } : null
  }

  async #file(path: string): Promise<Uint8Array> {
    return this.#extraFiles.get(path) ?? (await readFile(`${this.#directory}/${path}`))
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
