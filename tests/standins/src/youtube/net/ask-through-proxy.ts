import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'

export interface ProxyRequest {
  /** `http://[user:password@]host:port` */
  proxyUrl: string
  url: URL
  /** PEM of the authorities to trust in place of Node's own; null: Node's own. */
  trustedAuthorities: string | null
  /** Time without any byte after which the request fails. */
  timeoutMilliseconds: number
}

/** The proxy refused to open the tunnel. */
export class TunnelRefusedError extends Error {}

const TIMEOUT_MESSAGE = 'The read operation timed out'

/** The other side sent nothing for too long. */
export class ReadTimeoutError extends Error {}

/**
 * Requests an address of an HTTPS server through an HTTP proxy. Returns the body of the answer.
 *
 * @throws TunnelRefusedError, ReadTimeoutError, and errors of Node about sockets and certificates
 */
export async function askThroughProxy(question: ProxyRequest): Promise<string> {
  const tunnel = await openTunnel(question)
  try {
    return await sendThroughTunnel(startTls(tunnel, question), question)
  } finally {
    tunnel.destroy()
  }
}

function openTunnel(question: ProxyRequest): Promise<Socket> {
  const proxy = new URL(question.proxyUrl)
  const target = `${question.url.hostname}:443`
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  const authorization = proxy.username
    ? { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
    : {}
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method: 'CONNECT',
      host: proxy.hostname,
      port: proxy.port,
      path: target,
      headers: { host: target, ...authorization },
      timeout: question.timeoutMilliseconds,
    })
    request.on('connect', (response, socket) => {
      if (response.statusCode === 200) {
        resolve(socket as Socket)
      } else {
        socket.destroy()
        reject(new TunnelRefusedError(`Tunnel connection failed: ${response.statusCode} ${response.statusMessage}`))
      }
    })
    request.on('timeout', () => request.destroy(new ReadTimeoutError(TIMEOUT_MESSAGE)))
    request.on('error', reject)
    request.end()
  })
}

function startTls(tunnel: Socket, question: ProxyRequest): TLSSocket {
  const tlsSocket = tlsConnect({
    socket: tunnel,
    servername: question.url.hostname,
    ...(question.trustedAuthorities === null ? {} : { ca: question.trustedAuthorities }),
  })
  // The timeout is set on the socket, because the request's own option does not reach a connection made for it.
  tlsSocket.setTimeout(question.timeoutMilliseconds, () => tlsSocket.destroy(new ReadTimeoutError(TIMEOUT_MESSAGE)))
  return tlsSocket
}

function sendThroughTunnel(tlsSocket: TLSSocket, question: ProxyRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(question.url, {
      createConnection: () => tlsSocket,
      headers: { connection: 'close' },
    })
    request.on('response', (response) => text(response).then(resolve, reject))
    request.on('error', reject)
    request.end()
  })
}
