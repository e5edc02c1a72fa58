import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'
import { sendHealthyMedia } from './healthy-media.ts'

/** Places in the answers of a PeerTube that may name another host. */
export const MISLEADING_PARTS = ['answer', 'file', 'playlist', 'captions', 'image'] as const
export type MisleadingPart = (typeof MISLEADING_PARTS)[number]

export type MisleadingPeertube = Awaited<ReturnType<typeof startMisleadingPeertube>>

/** A PeerTube that leads to other hosts through its API. Its own video is `media`. */
export async function startMisleadingPeertube(media: Buffer) {
  const targets = new Map<string, { part: MisleadingPart; address: string }>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://peertube')
    const [, uuid = '', part] = /^\/api\/v1\/videos\/([\da-f-]+)(?:\/(\w+))?$/.exec(pathname) ?? []
    const target = targets.get(uuid)
    if (pathname === '/own.mp4') sendHealthyMedia({ request, response, media })
    else if (target?.part === 'answer') {
      // The head is written as bytes, because Node would refuse to send some locations.
      const location = target.address.replace(/[^\0-\x7f]+/g, encodeURIComponent)
      response.socket!.end(`HTTP/1.1 302 Found\r\nlocation: ${location}\r\nconnection: close\r\n\r\n`)
    } else if (target && part === 'captions') response.end(JSON.stringify(captionsBy(target)))
    else if (target && part === undefined) response.end(JSON.stringify({ ...videoBy(target), uuid }))
    else response.writeHead(404).end()
  })
  const { port, close } = await listenOnLoopback(server)
  const host = `127.0.0.1:${port}`
  return {
    /** `127.0.0.1:PORT` */
    host,
    /** A link to a video here, whose answers name any given address. */
    linkBy(routeKind: MisleadingPart, address: string): string {
      const uuid = randomUUID()
      targets.set(uuid, { part: routeKind, address })
      return `http://${host}/videos/watch/${uuid}`
    },
    close,
  }
}

interface Target {
  part: MisleadingPart
  address: string
}

function videoBy({ part, address }: Target): object {
  const file = { resolution: { id: 96 }, fileUrl: part === 'file' ? address : '/own.mp4' }
  return {
    name: 'A video',
    duration: 4,
    isLive: false,
    ...(part === 'image' && { previewPath: address }),
    files: part === 'playlist' ? [] : [file],
    streamingPlaylists: part === 'playlist' ? [{ playlistUrl: address, files: [] }] : [],
  }
}

const captionsBy = ({ part, address }: Target): object => ({
  data: part === 'captions' ? [{ language: { id: 'fr', label: 'French' }, captionPath: address }] : [],
})
