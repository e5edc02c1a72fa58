import type { Download } from '@kerf/contract/download'
import type { Video } from '@kerf/contract/video'

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  body: T
}

/** A visitor without a browser: calls the API and keeps the cookie, as a script would. */
export class Visitor {
  readonly #url: string
  #cookie = ''

  constructor(url: string) {
    this.#url = url
  }

  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await this.fetch(path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, body: json as T }
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.#cookie) headers.set('cookie', this.#cookie)
    const response = await fetch(this.#url + path, { ...init, headers })
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
    if (cookie) this.#cookie = cookie
    return response
  }

  /** The same person, cookie and all, at another address: the server after a restart. */
  at(url: string): Visitor {
    const same = new Visitor(url)
    same.#cookie = this.#cookie
    return same
  }

  async process(youtubeUrl: string): Promise<Video> {
    const { status, body } = await this.call<Video>('POST', '/api/video/process', { youtubeUrl })
    if (status !== 200) throw new Error(`process answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  async trim(video: Video, startTime: number, endTime: number): Promise<Video> {
    return (await this.call<Video>('PUT', `/api/video/${video.id}/trim`, { startTime, endTime })).body
  }

  async download(video: Video, quality: string): Promise<Download> {
    const { status, body } = await this.call<Download>('POST', `/api/video/${video.id}/download`, { quality })
    if (status !== 202) throw new Error(`download answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  status(download: Download): Promise<Answer<Download>> {
    return this.call<Download>('GET', `/api/download/${download.id}`)
  }

  /** Polls, as the page does, until the download is what it was waited for. */
  async until(download: Download, isReached: (now: Download) => boolean): Promise<Download> {
    for (;;) {
      const { body } = await this.status(download)
      if (isReached(body)) return body
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  finished(download: Download): Promise<Download> {
    return this.until(download, (now) => now.status !== 'processing')
  }

  async file(download: Download): Promise<Uint8Array> {
    const response = await this.fetch(`/api/download/${download.id}/file`)
    if (!response.ok) throw new Error(`file answered ${response.status}: ${await response.text()}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
