import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { requestedRange } from './healthy-media.ts'
import type { HostileExchange } from './hostile-exchange.ts'

/**
 * Misbehaviours that no HTTP server allows its handlers, written straight to the socket. Endless responses are sent at
 * the reader's pace, and end when the reader disconnects.
 */
export const rawBehaviours = {
  '/reset-before-head.mp4': ({ response }) => void response.socket?.resetAndDestroy(),
  '/reset-in-body.mp4': async (exchange) => {
    await sendParts(exchange, `${partialHead(exchange)}\r\n`, beginningOf(exchange))
    exchange.response.socket?.resetAndDestroy()
  },
  '/closed-before-head.mp4': ({ response }) => void response.socket?.end(),
  '/trickled-head.mp4': async (exchange) => {
    for (const character of `${partialHead(exchange)}x-filler: ${'a'.repeat(10_000)}\r\n\r\n`) {
      if (!(await sendParts(exchange, character))) return
      await pause(50)
    }
  },
  '/endless-head.mp4': (exchange) =>
    sendForEver(exchange, 'HTTP/1.1 206 Partial Content\r\n', `x-more: ${'a'.repeat(500)}\r\n`),
  '/endless-header-line.mp4': (exchange) =>
    sendForEver(exchange, 'HTTP/1.1 206 Partial Content\r\nx-more: ', 'a'.repeat(4096)),
  '/continue-flood.mp4': (exchange) => sendForEver(exchange, '', 'HTTP/1.1 100 Continue\r\n\r\n'),
  '/early-hints-flood.mp4': (exchange) => sendForEver(exchange, '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  '/garbage-status.mp4': (exchange) => sendAndEnd(exchange, 'SSH-2.0-OpenSSH_9.9\r\n'),
  '/garbage-version.mp4': (exchange) => sendAndEnd(exchange, `HTTP/9.9 999 ${'!'.repeat(300)}\r\n\r\n`),
  '/garbage-bytes.mp4': (exchange) =>
    sendAndEnd(exchange, Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256))),
  '/no-head.mp4': (exchange) => sendAndEnd(exchange, exchange.media),
  '/null-in-header.mp4': (exchange) =>
    sendAndEnd(exchange, `${partialHead(exchange)}x-a: b\0c\r\n\r\n`, requestedBytes(exchange)),
  '/two-lengths.mp4': (exchange) =>
    sendAndEnd(
      exchange,
      `${partialHead(exchange)}content-length: 5\r\ncontent-length: 500\r\n\r\n`,
      requestedBytes(exchange),
    ),
  '/length-and-chunks.mp4': (exchange) =>
    sendAndEnd(
      exchange,
      `${partialHead(exchange)}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`,
      '5\r\nhello\r\n0\r\n\r\n',
    ),
  '/negative-length.mp4': (exchange) =>
    sendAndEnd(exchange, `${partialHead(exchange)}content-length: -5\r\n\r\n`, requestedBytes(exchange)),
  '/huge-length.mp4': (exchange) =>
    sendAndHold(exchange, `${partialHead(exchange)}content-length: 9007199254740991\r\n\r\n`),
  '/too-short-length.mp4': (exchange) =>
    sendAndEnd(exchange, `${partialHead(exchange)}content-length: 5\r\n\r\n`, requestedBytes(exchange)),
  '/too-long-length.mp4': (exchange) =>
    sendAndEnd(
      exchange,
      `${partialHead(exchange)}content-length: ${requestedBytes(exchange).length + 5}\r\n\r\n`,
      requestedBytes(exchange),
    ),
  '/huge-chunk.mp4': (exchange) =>
    sendAndHold(
      exchange,
      `${partialHead(exchange)}transfer-encoding: chunked\r\n\r\nFFFFFFFF\r\n`,
      beginningOf(exchange),
    ),
  '/garbage-chunk.mp4': (exchange) =>
    sendAndEnd(exchange, `${partialHead(exchange)}transfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n`),
  '/unfinished-chunks.mp4': (exchange) =>
    sendAndEnd(exchange, `${partialHead(exchange)}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`),
  '/endless-trailer.mp4': async (exchange) => {
    const body = requestedBytes(exchange)
    await sendParts(
      exchange,
      `${partialHead(exchange)}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`,
      body,
    )
    await sendForEver(exchange, '\r\n0\r\n', `x-more: ${'a'.repeat(500)}\r\n`)
  },
  '/endless-part.mp4': (exchange) =>
    sendForEver(exchange, `${partialHead(exchange)}\r\n`, Buffer.alloc(64 * 1024, 0x5a)),
  '/http-1.0.mp4': (exchange) =>
    sendAndEnd(exchange, `${partialHead(exchange).replace('1.1', '1.0')}\r\n`, requestedBytes(exchange)),
} as const satisfies Record<string, (exchange: HostileExchange) => unknown>

/** Status line and headers of an honest partial answer, without a length. More headers may follow. */
function partialHead(exchange: HostileExchange): string {
  const { start, end: lastByte } = requestedRange(exchange)
  return `HTTP/1.1 206 Partial Content\r\ncontent-type: video/mp4\r\nconnection: close\r\ncontent-range: bytes ${start}-${lastByte}/${exchange.media.length}\r\n`
}

function requestedBytes(exchange: HostileExchange): Buffer {
  const { start, end: lastByte } = requestedRange(exchange)
  return exchange.media.subarray(start, lastByte + 1)
}

const beginningOf = (exchange: HostileExchange): Buffer => requestedBytes(exchange).subarray(0, 1000)

/** Returns whether the client is still connected. */
async function sendParts({ response }: HostileExchange, ...parts: (string | Buffer)[]): Promise<boolean> {
  const { socket } = response
  if (!socket || socket.destroyed) return false
  for (const part of parts) {
    if (!socket.write(part)) await untilDrained(socket)
  }
  return !socket.destroyed
}

function untilDrained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
}

async function sendAndEnd(exchange: HostileExchange, ...parts: (string | Buffer)[]): Promise<void> {
  await sendParts(exchange, ...parts)
  exchange.response.socket?.end()
}

/** Sends the parts, then nothing. The connection stays open. */
async function sendAndHold(exchange: HostileExchange, ...parts: (string | Buffer)[]): Promise<void> {
  await sendParts(exchange, ...parts)
}

async function sendForEver(exchange: HostileExchange, head: string, chunk: string | Buffer): Promise<void> {
  let isOpen = await sendParts(exchange, head)
  while (isOpen) {
    isOpen = await sendParts(exchange, chunk)
    // Other connections are served in between.
    await new Promise(setImmediate)
  }
}
