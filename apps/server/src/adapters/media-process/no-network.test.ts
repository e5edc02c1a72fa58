import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { describe, expect, it } from 'vitest'
import { findBubblewrap } from '../confinement.ts'
import { onMessage, permissionFlags, startMediaProcess } from './media-process.ts'
import type { FromMediaProcess } from './messages.ts'

const folder = temporaryDirectory()

/** Error codes of FFmpeg: the file was read but is no video, it could not be opened, the connection was refused. */
const [INVALID_DATA, NO_SUCH_FILE, CONNECTION_REFUSED] = [-1094995529, -2, -111]

it('a process without a network is blocked on every route, and the server sees no connection', async () => {
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  const { port, close } = await listenOnLoopback(server)
  const child = fork(join(import.meta.dirname, 'try-network.fixture.ts'), [String(port)], { execArgv: [] })
  const [outcomes] = await once(child, 'message')
  expect(new Set(Object.values(outcomes)), JSON.stringify(outcomes)).toEqual(new Set(['NetworkForbiddenError']))
  expect(Object.keys(outcomes)).toHaveLength(10)
  expect(calls).toBe(0)
  await close()
})

it('a decoding process reads only the program and its own folder', async () => {
  const project = join(import.meta.dirname, '../../../../..')
  const ownFile = join(folder, 'own')
  await writeFile(ownFile, 'mine')
  const paths = [
    ownFile,
    join(project, 'data/database'),
    join(project, 'README.md'),
    '/etc/hostname',
    '/proc/self/environ',
  ]
  const child = fork(join(import.meta.dirname, 'try-files.fixture.ts'), paths, {
    execArgv: permissionFlags({ scratchDirectory: folder, maxHeapMegabytes: 64 }),
  })
  const [outcomes] = await once(child, 'message')
  expect(outcomes).toEqual(['read', ...Array(4).fill('ERR_ACCESS_DENIED')])
})

describe.runIf(findBubblewrap() !== null)('native code in a media process, where bubblewrap works', () => {
  it('opens files in its own folder only, and no address', async () => {
    let calls = 0
    const server = createServer((socket) => {
      calls += 1
      socket.destroy()
    })
    const { port, close } = await listenOnLoopback(server)
    await writeFile(join(folder, 'own'), 'no video')
    const project = join(import.meta.dirname, '../../../../..')
    const targets = [
      join(project, 'README.md'),
      '/etc/hostname',
      `/proc/${process.pid}/environ`,
      `http://127.0.0.1:${port}/`,
    ]
    const program = { path: join(import.meta.dirname, 'try-native.fixture.ts'), args: [folder, ...targets] }
    const media = startMediaProcess({ scratchDirectory: folder, maxHeapMegabytes: 256, program })
    const [{ outcomes }] = await once(media.child, 'message')
    expect(outcomes).toEqual([INVALID_DATA, NO_SUCH_FILE, NO_SUCH_FILE, NO_SUCH_FILE, CONNECTION_REFUSED])
    expect(calls).toBe(0)
    await close()
  })
})

describe.runIf(process.platform === 'linux' && findBubblewrap() === null)('a media process that cuts', () => {
  it('opens no socket other than its initial channels', async () => {
    const { videoPath } = await makeStampedMedia(
      {
        width: 160,
        height: 90,
        frameRate: [30, 1],
        frames: 45,
        gopFrames: 30,
        bFrames: 2,
        video: 'h264',
        audio: 'aac',
        layout: 'plain',
      },
      folder,
      'sourceVideo',
    )
    const sourceVideo = await readFile(videoPath!)
    const media = startMediaProcess({ scratchDirectory: folder, maxHeapMegabytes: 256 })
    const sockets = new Set<string>()
    const lastMessage = new Promise<FromMediaProcess>((resolve) => {
      onMessage(media, async (message) => {
        for (const socket of await socketsOf(media.child.pid!)) sockets.add(socket)
        if (message?.kind === 'readBytes') {
          media.send({ kind: 'bytes', readId: message.readId, bytes: sourceVideo.subarray(message.start, message.end) })
        } else if (message?.kind === 'done' || message?.kind === 'failed') {
          resolve(message)
        }
      })
    })
    await new Promise((resolve) => media.child.once('message', resolve))
    const initialSockets = await socketsOf(media.child.pid!)
    media.send({
      kind: 'cut',
      parts: { video: { sizeBytes: sourceVideo.length }, audio: { sizeBytes: sourceVideo.length }, muxed: true },
      ranges: [{ startTime: 0.4, endTime: 1.2 }],
      spec: { kind: 'video', height: null },
      filePath: join(folder, 'clip.mp4'),
      workPath: join(folder, 'work'),
      maxClipBytes: 1e9,
      maxCodecBytes: 400e6,
      encoderThreads: 2,
    })
    expect((await lastMessage).kind).toBe('done')
    expect(sockets).toEqual(new Set(initialSockets))
    const network = await Promise.all(
      ['tcp', 'tcp6', 'udp', 'udp6'].map((kind) => readFile(`/proc/${media.child.pid}/net/${kind}`, 'utf8')),
    )
    const inodes = network.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)[9]))
    expect(inodes.filter((inode) => sockets.has(`socket:[${inode}]`))).toEqual([])
    await media.kill()
  })
})

async function socketsOf(pid: number): Promise<string[]> {
  const folderOfFiles = `/proc/${pid}/fd`
  const files = await readdir(folderOfFiles)
  const targets = await Promise.all(files.map((file) => readlink(join(folderOfFiles, file)).catch(() => '')))
  return targets.filter((target) => target.startsWith('socket:')).sort()
}
