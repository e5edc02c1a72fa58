import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'

export interface ProxyQuestion {
  /** `http://[user:password@]host:port` */
  proxyUrl: string
  url: URL
  /** PEM of the authorities to trust besides Node's own; null: none. */
  trustedAuthorities: string | null
  /** Nothing may take longer than this without a byte arriving. */
  timeoutMilliseconds: number
}

/** The proxy would not open the tunnel. */
export class TunnelRefusedError extends Error {}

const SILENCE = 'The read operation timed out'

/** The other side sent nothing for too long. */
export class SilenceError extends Error {}

/**
 * What an https server answers, asked through an HTTP proxy.
 *
 * @throws TunnelRefusedError, SilenceError, and what Node throws about sockets and certificates
 */
export async function askThroughProxy(question: ProxyQuestion): Promise<string> {
  const tunnel = await openTunnel(question)
  try {
    return await ask(startTls(tunnel, question), question)
  } finally {
    tunnel.destroy()
  }
}

function openTunnel(question: ProxyQuestion): Promise<Socket> {
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
    request.on('timeout', () => request.destroy(new SilenceError(SILENCE)))
    request.on('error', reject)
    request.end()
  })
}

function startTls(tunnel: Socket, question: ProxyQuestion): TLSSocket {
  const secured = tlsConnect({
    socket: tunnel,
    servername: question.url.hostname,
    ...(question.trustedAuthorities === null ? {} : { ca: question.trustedAuthorities }),
  })
  // Set on the socket itself: the request's own timeout option does not reach a connection that was made for it.
  secured.setTimeout(question.timeoutMilliseconds, () => secured.destroy(new SilenceError(SILENCE)))
  return secured
}

function ask(secured: TLSSocket, question: ProxyQuestion): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(question.url, {
      createConnection: () => secured,
      headers: { connection: 'close' },
    })
    request.on('response', (response) => text(response).then(resolve, reject))
    request.on('error', reject)
    request.end()
  })
}
