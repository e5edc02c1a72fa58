import { Agent, get, type IncomingMessage } from 'node:http'
import type { ByteSource } from '@kerf/cutter'

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** A file behind a URL, read by ranges over kept connections; the server's own fetcher does the same with a guard. */
export async function openHttpByteSource(url: string): Promise<ByteSource> {
  const first = await request(url, 0, 1)
  first.resume()
  const sizeBytes = Number(/\/(\d+)$/.exec(first.headers['content-range'] ?? '')?.[1])
  return {
    sizeBytes,
    async read(start, end) {
      const response = await request(url, start, end)
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    },
  }
}

function request(url: string, start: number, end: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { range: `bytes=${start}-${end - 1}` } }, resolve).on('error', reject)
  })
}
