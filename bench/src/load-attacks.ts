import { readdir, readFile } from 'node:fs/promises'
import { Agent, createServer, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { costlyMedia } from '@kerf/standins/hostile/costly-media'
import { parseRangeHeader } from '@kerf/standins/http/byte-range'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { startKerf } from '../../tests/journeys/src/harness/servers/start-kerf.ts'
import { type Measurement, residentMegabytes } from './load-server.ts'

/** On Linux, a process can use any address of 127.0.0.0/8: the attacker has one, the honest visitor another. */
const ATTACKER_IP_ADDRESS = '127.0.0.3'
const HONEST_IP_ADDRESS = '127.0.0.2'
const IDLE_SOCKET_COUNT = 10_000
const PREVIEW_COUNT = 19
const LOOK_UP_COUNT = 8
const SEGMENT_BYTES = 12_000_000
const RECIPE = { width: 320, height: 180, frameRate: [25, 1], frames: 500, gopFrames: 50, bFrames: 2 } as const
const TS_PACKET_BYTES = 188
const MAX_LATENCY_MILLISECONDS = 3000
const MAX_MEGABYTES = 1000

/**
 * Four simultaneous attacks from one address: 10,000 idle connections, requests for 100 bytes of HLS segments of 12 MB,
 * requests for whole segments without reading the answers, and files that are costly to read. Meanwhile, a visitor from
 * another address opens the page, processes links and reads answers.
 */
export async function measureAttacks(folder: string, seconds: number): Promise<Measurement[]> {
  const site = await startSite(folder)
  const kerf = await startKerf({ environment: { SOURCES: 'media', OUTBOUND_ALLOW: site.host, RATE_LIMITS: 'on' } })
  const endTime = Date.now() + seconds * 1000
  const isOver = (): boolean => Date.now() >= endTime
  const sockets = new Set<Socket>()
  try {
    const attacker = callerFrom(ATTACKER_IP_ADDRESS, kerf.url)
    const hls = await attacker.process(`http://${site.host}/index.m3u8`)
    if (!hls) throw new Error('The HLS link was not taken.')
    const randomPart = (): string => `/api/video/${hls}/preview/main-${Math.floor(Math.random() * 10)}`
    const attacks: Promise<unknown>[] = [openIdleSockets(kerf.url, sockets, isOver)]
    for (let attack = 0; attack < PREVIEW_COUNT; attack++) {
      attacks.push(
        repeatUntilOver(isOver, () => attacker.call('GET', randomPart(), { headers: { range: 'bytes=0-99' } })),
      )
      attacks.push(repeatUntilOver(isOver, () => attacker.call('GET', randomPart(), { leaveUnread: true })))
    }
    let fileNumber = 0
    for (let attack = 0; attack < LOOK_UP_COUNT; attack++)
      attacks.push(repeatUntilOver(isOver, () => attacker.process(`http://${site.host}/costly-${fileNumber++}.mp4`)))

    const honestVisitor = callerFrom(HONEST_IP_ADDRESS, kerf.url)
    const calls: number[] = []
    const lookUps: number[] = []
    let errors = 0
    let memory = 0
    while (!isOver()) {
      memory = Math.max(memory, residentMegabytes(kerf))
      const lookUpStart = performance.now()
      const video = await honestVisitor.process(`http://${site.host}/honest-${Math.floor(lookUps.length)}.mp4`)
      lookUps.push(performance.now() - lookUpStart)
      if (!video) errors += 1
      for (const path of ['/', '/api/plans', `/api/video/${video}`, `/api/video/${video}/downloads`]) {
        const begin = performance.now()
        const { status } = await honestVisitor.call('GET', path)
        calls.push(performance.now() - begin)
        if (status !== 200) errors += 1
      }
      // The pause of a person between links. More than 20 links a minute would be refused.
      await wait(3000)
    }
    await Promise.all(attacks)
    const percentile99 = (times: number[]): number =>
      times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
    const isFast = (value: number): Measurement['3'] => value < MAX_LATENCY_MILLISECONDS
    const label = `four attacks for ${seconds} s, an honest visitor`
    return [
      [`${label}: calls`, calls.length],
      [`${label}: calls, p99 ms`, percentile99(calls), `< ${MAX_LATENCY_MILLISECONDS}`, isFast(percentile99(calls))],
      [`${label}: links looked up`, lookUps.length],
      [
        `${label}: links, at most, ms`,
        Math.max(...lookUps),
        `< ${MAX_LATENCY_MILLISECONDS}`,
        isFast(Math.max(...lookUps)),
      ],
      [`${label}: errors`, errors, '0', errors === 0],
      [`${label}: the server's memory at most, MB`, memory, `< ${MAX_MEGABYTES}`, memory < MAX_MEGABYTES],
    ]
  } finally {
    for (const socket of sockets) socket.destroy()
    await kerf.dispose()
    await site.close()
  }
}

async function repeatUntilOver(isOver: () => boolean, attack: () => Promise<unknown>): Promise<void> {
  // The pause limits the rate of refused attacks, which would otherwise fill this process.
  while (!isOver()) await Promise.all([attack().catch(() => undefined), wait(20)])
}

/** Opens as many idle connections as the server allows. */
async function openIdleSockets(url: string, sockets: Set<Socket>, isOver: () => boolean): Promise<void> {
  const { hostname, port } = new URL(url)
  while (!isOver()) {
    for (let attempt = 0; attempt < 200 && sockets.size < IDLE_SOCKET_COUNT; attempt++) {
      const socket = connect({ port: Number(port), host: hostname, localAddress: ATTACKER_IP_ADDRESS })
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    await wait(50)
  }
}

interface CallOptions {
  headers?: Record<string, string>
  body?: string
  /** Reads only the headers of the answer and closes the connection after ten seconds. */
  leaveUnread?: boolean
}

/** An HTTP client with its own address and cookie. */
function callerFrom(localAddress: string, url: string) {
  const agent = new Agent({ keepAlive: true, localAddress })
  let cookie = ''
  const call = (method: string, path: string, { headers = {}, body, leaveUnread }: CallOptions = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = httpRequest(url + path, { method, agent, headers: { ...headers, cookie } }, (answer) => {
        cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
        const status = answer.statusCode ?? 0
        if (leaveUnread) {
          setTimeout(() => resolve({ status, text: String(answer.destroy().statusCode) }), 10_000)
          return
        }
        let text = ''
        answer.setEncoding('latin1').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => resolve({ status, text })).on('error', reject)
      })
      request.on('error', reject).end(body)
    })
  return {
    call,
    /** Id of the processed video; null if it was refused. */
    async process(youtubeUrl: string): Promise<string | null> {
      const headers = { 'content-type': 'application/json' }
      const { status, text } = await call('POST', '/api/video/process', {
        headers,
        body: JSON.stringify({ youtubeUrl }),
      })
      return status === 200 ? (JSON.parse(text) as { id: string }).id : null
    },
  }
}

/** Serves costly and honest files under any number of names, and an HLS playlist whose segments have null packets. */
async function startSite(folder: string) {
  const frames = { ...RECIPE, video: 'h264', audio: 'aac' } as const
  const files = await makeStampedMedia({ ...frames, layout: 'fragmented' }, folder, 'honest')
  await makeStampedMedia({ ...frames, layout: 'hls' }, folder, 'segments')
  const honestFile = await readFile(files.videoPath ?? '')
  const costlyFile = costlyMedia(honestFile)
  const nullPacket = Buffer.concat([Buffer.from([0x47, 0x1f, 0xff, 0x10]), Buffer.alloc(TS_PACKET_BYTES - 4, 0xff)])
  const segments = new Map<string, Buffer>()
  for (const name of await readdir(join(folder, 'segments'))) {
    const bytes = await readFile(join(folder, 'segments', name))
    const nullPackets = Buffer.alloc(Math.floor(SEGMENT_BYTES / TS_PACKET_BYTES) * TS_PACKET_BYTES, nullPacket)
    segments.set(`/${name}`, name.endsWith('.ts') ? Buffer.concat([bytes, nullPackets]) : bytes)
  }
  const server = createServer(({ url = '', headers }, response) => {
    const file = url.startsWith('/honest') ? honestFile : segments.get(url)
    const isCostly = url.startsWith('/costly')
    if (!file && !isCostly) return void response.writeHead(404).end()
    const sizeBytes = file?.length ?? costlyFile.sizeBytes
    const range = parseRangeHeader(headers.range, sizeBytes)
    const { start, end } = range.kind === 'part' ? range : { start: 0, end: sizeBytes - 1 }
    response.writeHead(range.kind === 'part' ? 206 : 200, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(range.kind === 'part' && { 'content-range': `bytes ${start}-${end}/${sizeBytes}` }),
    })
    response.end(file?.subarray(start, end + 1) ?? costlyFile.bytes(start, end + 1))
  })
  const { port, close } = await listenOnLoopback(server)
  return { host: `127.0.0.1:${port}`, close }
}
