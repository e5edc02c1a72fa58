import { createServer, type IncomingMessage } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { listenOnLoopback } from '../../http/listen-on-loopback.ts'
import { type Socks5Proxy, startSocks5Proxy } from '../../proxy/start-socks5-proxy.ts'
import type { RequestLog } from './request-log.ts'
import { isStandinHost } from './youtube-hosts.ts'

export type OpenedProxy = Pick<Socks5Proxy, 'url' | 'close'>

/**
 * An HTTP proxy on loopback that lets CONNECT through to some hosts on port 443 only, by default YouTube's. Those
 * connections go to `standin`, so nothing ever leaves the machine. Everything else gets 403 and is recorded as refused.
 */
export async function startConnectProxy(
  standin: HttpsServer,
  log: RequestLog,
  isKnownHost: (host: string) => boolean = isStandinHost,
): Promise<OpenedProxy> {
  const proxy = createServer((request, response) => {
    recordRefusal(log, request)
    response.writeHead(403, { 'content-type': 'text/plain' }).end('refused by the stand-in proxy')
    request.resume()
  })
  proxy.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = /^([^:]+):(\d+)$/.exec(request.url ?? '')
    const host = target?.[1] ?? ''
    if (!isKnownHost(host) || target?.[2] !== '443') {
      recordRefusal(log, request)
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return
    }
    log.add({ ...TUNNEL, host, status: 200, refused: false })
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    if (head.length > 0) socket.unshift(head)
    standin.emit('connection', socket)
  })

  const { port, close } = await listenOnLoopback(proxy)
  return { url: `http://127.0.0.1:${port}`, close }
}

const TUNNEL = { method: 'CONNECT', path: '', query: '', range: null, bytes: 0 } as const

/** A SOCKS proxy with the same rules and without a password. It takes host names only. */
export function startSocksProxy(standin: HttpsServer, log: RequestLog): Promise<OpenedProxy> {
  return startSocks5Proxy({
    openTarget(host, port) {
      const isAllowed = port === 443 && isStandinHost(host)
      const [loggedHost, status] = isAllowed ? [host, 200] : [`${host}:${port}`, 403]
      log.add({ ...TUNNEL, host: loggedHost, status, refused: !isAllowed })
      return isAllowed ? (tunnel) => void standin.emit('connection', tunnel) : null
    },
  })
}

function recordRefusal(log: RequestLog, request: IncomingMessage): void {
  const target = request.url ?? ''
  const url = request.method === 'CONNECT' ? null : URL.parse(target)
  log.add({
    method: request.method ?? '',
    host: url?.host ?? (request.method === 'CONNECT' ? target : ''),
    path: url?.pathname ?? '',
    query: url?.search.slice(1) ?? '',
    range: null,
    status: 403,
    bytes: 0,
    refused: true,
  })
}
