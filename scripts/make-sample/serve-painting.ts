import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { buffer } from 'node:stream/consumers'

export interface ServedPainting {
  address: string
  /** A path to which the page may send one picture, and that picture. */
  expectPicture(): { path: string; picture: Promise<Buffer> }
  close(): void
}

type Taker = (picture: Buffer) => void

/** Serves the painting page, its modules with their types stripped, and its font on the loopback interface. */
export async function servePainting(sourceDirectory: string, fontPath: string): Promise<ServedPainting> {
  const takers = new Map<string, Taker>()
  let expected = 0
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const take = takers.get(path)
    if (take && request.method === 'POST') {
      takers.delete(path)
      take(await buffer(request))
      response.end()
    } else if (path === '/') {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><script type="module" src="/painting-page.ts"></script>')
    } else if (path === '/timecode-font.woff2') {
      response.end(await readFile(fontPath))
    } else if (path.endsWith('.ts')) {
      const source = await readFile(join(sourceDirectory, normalize(path)), 'utf8')
      response.setHeader('content-type', 'text/javascript')
      response.end(stripTypeScriptTypes(source))
    } else {
      response.writeHead(404).end()
    }
  }

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    expectPicture() {
      expected += 1
      const path = `/pictures/${expected}`
      const picture = new Promise<Buffer>((resolve) => {
        takers.set(path, resolve)
      })
      return { path, picture }
    },
    close() {
      server.close()
    },
  }
}
