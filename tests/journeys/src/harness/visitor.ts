import type { Download } from '@kerf/contract/download'
import type { Video } from '@kerf/contract/video'

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  body: T
}

/** A visitor without a browser: calls the API and keeps its cookies, as a script would. */
export class Visitor {
  readonly #url: string
  readonly #cookies = new Map<string, string>()

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
    if (this.#cookies.size > 0) headers.set('cookie', [...this.#cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(this.#url + path, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const pair = cookie.split(';')[0] ?? ''
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return response
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  /** Sends a cookie that the server never set, or set for another visitor. */
  plantCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  /** The same visitor, with the same cookies, at another address: for example that of the server after a restart. */
  atUrl(url: string): Visitor {
    const copy = new Visitor(url)
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value)
    return copy
  }

  async process(youtubeUrl: string): Promise<Video> {
    const { status, body } = await this.call<Video>('POST', '/api/video/process', { youtubeUrl })
    if (status !== 200) throw new Error(`process answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  async setTrim(video: Video, startTime: number, endTime: number): Promise<Video> {
    return (await this.call<Video>('PUT', `/api/video/${video.id}/trim`, { startTime, endTime })).body
  }

  /** Requests this range of a link, in seconds, as a download. */
  async requestClip(link: string, startTime: number, endTime: number, quality = '360p'): Promise<Download> {
    return this.requestDownload(await this.setTrim(await this.process(link), startTime, endTime), quality)
  }

  async requestDownload(video: Video, quality: string): Promise<Download> {
    const { status, body } = await this.call<Download>('POST', `/api/video/${video.id}/download`, { quality })
    if (status !== 202) throw new Error(`download answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  fetchStatus(download: Download): Promise<Answer<Download>> {
    return this.call<Download>('GET', `/api/download/${download.id}`)
  }

  /** Polls, as the page does, until the download meets the condition. */
  async pollUntil(download: Download, isReached: (current: Download) => boolean): Promise<Download> {
    for (;;) {
      const { body } = await this.fetchStatus(download)
      if (isReached(body)) return body
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  waitUntilEnded(download: Download): Promise<Download> {
    return this.pollUntil(download, (current) => current.status !== 'processing')
  }

  async fetchFile(download: Download): Promise<Uint8Array> {
    const response = await this.fetch(`/api/download/${download.id}/file`)
    if (!response.ok) throw new Error(`file answered ${response.status}: ${await response.text()}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
