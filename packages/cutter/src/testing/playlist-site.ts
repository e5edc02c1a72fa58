import { readFile } from 'node:fs/promises'
import type { MediaPlaylist } from '../hls/parse-media.ts'
import { parsePlaylist } from '../hls/parse-playlist.ts'
import { type FetchResource, playlistSource } from '../hls/playlist-source.ts'

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
    const path = new URL(address).pathname.slice(1)
    const whole = this.#extra.get(path) ?? (await readFile(`${this.#directory}/${path}`))
    const bytes = range ? whole.subarray(range.start, range.end) : whole
    this.requests.push({ path, bytes: bytes.length })
    return bytes
  }

  async text(path: string): Promise<string> {
    return Buffer.from(this.#extra.get(path) ?? (await readFile(`${this.#directory}/${path}`))).toString('utf8')
  }

  source(text: string, path = 'index.m3u8') {
    return playlistSource(parsePlaylist(text, `http://site.test/${path}`) as MediaPlaylist, this.fetch)
  }
}
