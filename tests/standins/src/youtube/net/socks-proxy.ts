import type { Server as HttpsServer } from 'node:https'
import { createServer, type Socket } from 'node:net'
import { listenOnLoopback } from '../../http/listen-on-loopback.ts'
import type { OpenedProxy } from './connect-proxy.ts'
import type { RequestLog } from './request-log.ts'
import { isYoutubeHost } from './youtube-hosts.ts'

const VERSION = 5
const CONNECT = 1
const NAME = 3
const GRANTED = 0
const NOT_ALLOWED = 2
const NO_PASSWORD = 0

/** The same as a SOCKS proxy (RFC 1928) without password: it takes names, and leads nowhere but to `standin`. */
export async function startSocksProxy(standin: HttpsServer, log: RequestLog): Promise<OpenedProxy> {
  const proxy = createServer((socket) => {
    let heard = Buffer.alloc(0)
    let isGreeted = false
    const listen = (chunk: Buffer): void => {
      heard = Buffer.concat([heard, chunk])
      if (!isGreeted) {
        const greetingBytes = 2 + (heard[1] ?? Number.POSITIVE_INFINITY)
        if (heard.length < greetingBytes) return
        heard = heard.subarray(greetingBytes)
        isGreeted = true
        socket.write(Buffer.from([VERSION, NO_PASSWORD]))
      }
      const request = readRequest(heard)
      if (!request) return
      socket.off('data', listen)
      socket.pause()
      if (heard.length > request.bytes) socket.unshift(heard.subarray(request.bytes))
      answer(socket, request)
    }
    socket.on('data', listen)
  })

  function answer(socket: Socket, { host, port, command }: SocksRequest): void {
    const isAllowed = command === CONNECT && port === 443 && isYoutubeHost(host)
    const status = isAllowed ? 200 : 403
    const asked = isAllowed ? host : `${host}:${port}`
    log.enter({ ...UNKNOWN, method: 'CONNECT', host: asked, status, refused: !isAllowed })
    const reply = Buffer.from([VERSION, isAllowed ? GRANTED : NOT_ALLOWED, 0, 1, 0, 0, 0, 0, 0, 0])
    if (!isAllowed) {
      socket.end(reply)
      return
    }
    socket.write(reply)
    standin.emit('connection', socket)
  }

  const { port, close } = await listenOnLoopback(proxy)
  return { url: `socks5://127.0.0.1:${port}`, close }
}

const UNKNOWN = { path: '', query: '', range: null, bytes: 0 } as const

interface SocksRequest {
  command: number
  host: string
  port: number
  bytes: number
}

/** Null until all of it is there. Instead of a name, it may hold an address of 4 or 16 bytes. */
function readRequest(heard: Buffer): SocksRequest | null {
  const [, command = 0, , kind, nameBytes = 0] = heard
  const isName = kind === NAME
  const hostStart = isName ? 5 : 4
  const hostEnd = hostStart + (isName ? nameBytes : kind === 1 ? 4 : 16)
  if (heard.length < 5 || heard.length < hostEnd + 2) return null
  const host = heard.toString(isName ? 'latin1' : 'hex', hostStart, hostEnd)
  return { command, host, port: heard.readUInt16BE(hostEnd), bytes: hostEnd + 2 }
}
