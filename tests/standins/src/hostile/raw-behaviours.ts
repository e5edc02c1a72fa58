import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { requestedRange } from './healthy-media.ts'
import type { Scene } from './scene.ts'

/**
 * Misbehaviours that no HTTP server allows its handlers, written straight to the socket. Endless responses are sent at
 * the reader's pace, and end when the reader disconnects.
 */
export const rawBehaviours = {
  '/reset-before-head.mp4': ({ response }) => void response.socket?.resetAndDestroy(),
  '/reset-in-body.mp4': async (scene) => {
    await write(scene, `${partialHead(scene)}\r\n`, beginningOf(scene))
    scene.response.socket?.resetAndDestroy()
  },
  '/closed-before-head.mp4': ({ response }) => void response.socket?.end(),
  '/trickled-head.mp4': async (scene) => {
    for (const character of `${partialHead(scene)}x-filler: ${'a'.repeat(10_000)}\r\n\r\n`) {
      if (!(await write(scene, character))) return
      await pause(50)
    }
  },
  '/endless-head.mp4': (scene) => forEver(scene, 'HTTP/1.1 206 Partial Content\r\n', `x-more: ${'a'.repeat(500)}\r\n`),
  '/endless-header-line.mp4': (scene) => forEver(scene, 'HTTP/1.1 206 Partial Content\r\nx-more: ', 'a'.repeat(4096)),
  '/continue-flood.mp4': (scene) => forEver(scene, '', 'HTTP/1.1 100 Continue\r\n\r\n'),
  '/early-hints-flood.mp4': (scene) => forEver(scene, '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  '/garbage-status.mp4': (scene) => end(scene, 'SSH-2.0-OpenSSH_9.9\r\n'),
  '/garbage-version.mp4': (scene) => end(scene, `HTTP/9.9 999 ${'!'.repeat(300)}\r\n\r\n`),
  '/garbage-bytes.mp4': (scene) => end(scene, Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))),
  '/no-head.mp4': (scene) => end(scene, scene.media),
  '/null-in-header.mp4': (scene) => end(scene, `${partialHead(scene)}x-a: b\0c\r\n\r\n`, bodyOf(scene)),
  '/two-lengths.mp4': (scene) =>
    end(scene, `${partialHead(scene)}content-length: 5\r\ncontent-length: 500\r\n\r\n`, bodyOf(scene)),
  '/length-and-chunks.mp4': (scene) =>
    end(
      scene,
      `${partialHead(scene)}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`,
      '5\r\nhello\r\n0\r\n\r\n',
    ),
  '/negative-length.mp4': (scene) => end(scene, `${partialHead(scene)}content-length: -5\r\n\r\n`, bodyOf(scene)),
  '/huge-length.mp4': (scene) => hold(scene, `${partialHead(scene)}content-length: 9007199254740991\r\n\r\n`),
  '/too-short-length.mp4': (scene) => end(scene, `${partialHead(scene)}content-length: 5\r\n\r\n`, bodyOf(scene)),
  '/too-long-length.mp4': (scene) =>
    end(scene, `${partialHead(scene)}content-length: ${bodyOf(scene).length + 5}\r\n\r\n`, bodyOf(scene)),
  '/huge-chunk.mp4': (scene) =>
    hold(scene, `${partialHead(scene)}transfer-encoding: chunked\r\n\r\nFFFFFFFF\r\n`, beginningOf(scene)),
  '/garbage-chunk.mp4': (scene) => end(scene, `${partialHead(scene)}transfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n`),
  '/unfinished-chunks.mp4': (scene) =>
    end(scene, `${partialHead(scene)}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`),
  '/endless-trailer.mp4': async (scene) => {
    const body = bodyOf(scene)
    await write(scene, `${partialHead(scene)}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`, body)
    await forEver(scene, '\r\n0\r\n', `x-more: ${'a'.repeat(500)}\r\n`)
  },
  '/endless-part.mp4': (scene) => forEver(scene, `${partialHead(scene)}\r\n`, Buffer.alloc(64 * 1024, 0x5a)),
  '/http-1.0.mp4': (scene) => end(scene, `${partialHead(scene).replace('1.1', '1.0')}\r\n`, bodyOf(scene)),
} as const satisfies Record<string, (scene: Scene) => unknown>

/** Status line and headers of an honest partial answer, without a length. More headers may follow. */
function partialHead(scene: Scene): string {
  const { start, end: lastByte } = requestedRange(scene)
  return `HTTP/1.1 206 Partial Content\r\ncontent-type: video/mp4\r\nconnection: close\r\ncontent-range: bytes ${start}-${lastByte}/${scene.media.length}\r\n`
}

function bodyOf(scene: Scene): Buffer {
  const { start, end: lastByte } = requestedRange(scene)
  return scene.media.subarray(start, lastByte + 1)
}

const beginningOf = (scene: Scene): Buffer => bodyOf(scene).subarray(0, 1000)

/** Returns whether the client is still connected. */
async function write({ response }: Scene, ...parts: (string | Buffer)[]): Promise<boolean> {
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

async function end(scene: Scene, ...parts: (string | Buffer)[]): Promise<void> {
  await write(scene, ...parts)
  scene.response.socket?.end()
}

/** Sends the parts, then nothing. The connection stays open. */
async function hold(scene: Scene, ...parts: (string | Buffer)[]): Promise<void> {
  await write(scene, ...parts)
}

async function forEver(scene: Scene, head: string, chunk: string | Buffer): Promise<void> {
  let isOpen = await write(scene, head)
  while (isOpen) {
    isOpen = await write(scene, chunk)
    // Other connections are served in between.
    await new Promise(setImmediate)
  }
}
