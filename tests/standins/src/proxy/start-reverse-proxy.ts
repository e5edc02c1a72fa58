import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'

/** Faults of reverse proxies that operators set up. */
export interface ProxyFaults {
  /** Removes `Set-Cookie` from every answer. */
  dropsCookies?: boolean
  dropsRange?: boolean
  /** Sends an answer only when it is complete. */
  holdsBack?: boolean
  /** Sends its own name as `Host`, and none of the headers about the visitor, as nginx does by default. */
  forwardsNothing?: boolean
}

/** A reverse proxy in front of `target`, which may be set later. Its faults can be changed while it runs. */
export async function startReverseProxy() {
  const proxy = { target: '', faults: {} as ProxyFaults }
  const server = createServer((incoming, outgoing) => void forwardRequest(proxy, incoming, outgoing))
  const { port, close } = await listenOnLoopback(server)
  return Object.assign(proxy, { url: `http://127.0.0.1:${port}`, close })
}

async function forwardRequest(
  { target, faults }: { target: string; faults: ProxyFaults },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { host, range, ...headers } = incoming.headers
  const { host: targetHost } = new URL(target)
  const outbound = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers: {
      ...headers,
      ...(range && !faults.dropsRange && { range }),
      ...(faults.forwardsNothing
        ? { host: targetHost }
        : { host, 'x-forwarded-for': incoming.socket.remoteAddress, 'x-forwarded-proto': 'http' }),
    },
  })
  outbound.on('error', () => outgoing.destroy())
  outgoing.on('close', () => outbound.destroy())
  outbound.on('response', async (answer) => {
    const { 'set-cookie': cookies, ...answerHeaders } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, {
      ...answerHeaders,
      ...(cookies && !faults.dropsCookies && { 'set-cookie': cookies }),
    })
    if (faults.holdsBack) outgoing.end(await buffer(answer).catch(() => ''))
    else answer.pipe(outgoing)
  })
  incoming.pipe(outbound)
}
