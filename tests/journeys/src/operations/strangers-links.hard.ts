import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Video } from '@kerf/contract/video'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { allForbiddenHosts, disguisedLinks } from '@kerf/standins/hostile/forbidden-hosts'
import { type OutwardFile, outwardContainers, outwardTexts } from '@kerf/standins/hostile/outward-media'
import { type Canary, startCanary } from '@kerf/standins/hostile/start-canary'
import {
  MISLEADING_PARTS,
  type MisleadingPart,
  type MisleadingPeertube,
  startMisleadingPeertube,
} from '@kerf/standins/hostile/start-misleading-peertube'
import { type MisleadingSite, REDIRECT_KINDS, startMisleadingSite } from '@kerf/standins/hostile/start-misleading-site'
import { type LoopbackServer, listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningKerf, startKerf } from '../harness/servers/start-kerf.ts'
import { runConcurrently } from '../harness/servers/strangers-server.ts'
import { makeStampedVideo } from '../harness/stamped-clips.ts'
import { Visitor } from '../harness/visitor.ts'

const SECRET = 'a secret of this machine that no clip may hold '
/** Cases that start an engine are tried only with every n-th link. */
const LINK_STEP = 23
const CONCURRENCY = 8
const VIDEO_OF_PEERTUBE = '/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d'
/** Parts of a video that are read later. Each of them can be refused although the video itself was accepted. */
const BESIDE: readonly MisleadingPart[] = ['captions', 'image']

const folder = temporaryDirectory()
let canary: Canary
let closedPort: number
let site: MisleadingSite
let peertube: MisleadingPeertube
let files: OutwardFile[]
let upstream: LoopbackServer
const upstreamRequests: string[] = []

beforeAll(async () => {
  canary = await startCanary()
  const closedServer = await listenOnLoopback(createServer())
  closedPort = closedServer.port
  await closedServer.close()
  await writeFile(join(folder, 'secret'), SECRET.repeat(20_000))
  const sourceVideo = await readFile(await makeStampedVideo(folder, 3, 25))
  const targets = { file: `file://${folder}/secret`, canary: `http://127.0.0.1:${canary.port}/secret.ts` }
  files = Object.entries(targets).flatMap(([targetName, target]) =>
    [...outwardTexts(target), ...outwardContainers(sourceVideo, target)].map(({ name, bytes }) => ({
      name: `${targetName}-${name}`,
      bytes,
    })),
  )
  // HLS files are also served under names that end in .m3u8, because Kerf reads playlists itself.
  files.push(
    ...files.filter(({ name }) => name.includes('-hls')).map((file) => ({ ...file, name: `${file.name}.m3u8` })),
  )
  site = await startMisleadingSite(files)
  peertube = await startMisleadingPeertube(sourceVideo)
  // An operator's proxy without rules of its own.
  const proxy = createServer((request, response) => {
    upstreamRequests.push(`${request.method} ${request.url}`)
    response.end()
  })
  proxy.on('connect', (request, socket) => {
    upstreamRequests.push(`CONNECT ${request.url}`)
    const target = connect(canary.port, '127.0.0.1')
    socket.on('error', () => target.destroy())
    target.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.pipe(target).pipe(socket)
  })
  upstream = await listenOnLoopback(proxy)
})
afterAll(() => Promise.all([canary.close(), site.close(), peertube.close(), upstream.close()]))

async function measureTime(requestAnswer: () => Promise<string>): Promise<{ answer: string; milliseconds: number }> {
  const startedAt = performance.now()
  const answer = await requestAnswer()
  return { answer, milliseconds: performance.now() - startedAt }
}

const median = (values: number[]): number => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1]! * 10) / 10

/** The answer to a link as a stranger sees it, without time, request id and cookie. */
async function answerTo(visitor: Visitor, link: string): Promise<string> {
  const response = await visitor.fetch('/api/video/process', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ youtubeUrl: link }),
  })
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name))
  return JSON.stringify([response.status, headers, await response.text()])
}

describe.each([
  ['without an upstream proxy', false],
  ['with an upstream proxy', true],
])('the real server, %s', (proxyCase, hasUpstream) => {
  let kerf: RunningKerf
  let visitor: Visitor
  beforeAll(async () => {
    kerf = await startKerf({
      watched: {},
      environment: {
        SOURCES: 'media,youtube,peertube',
        OUTBOUND_ALLOW: `${site.host},${peertube.host}`,
        LOG_LEVEL: 'silent',
        YTDLP_PATH: '/nonexistent',
        ...(hasUpstream ? { OUTBOUND_PROXY: `http://127.0.0.1:${upstream.port}` } : {}),
      },
    })
    visitor = new Visitor(kerf.url)
    await visitor.process('kerf:sample')
    await kerf.takeTriedConnections()
  })
  afterAll(() => kerf.dispose())

  /** Everything beyond the stranger's own server that was contacted. */
  async function readTrespasses(): Promise<string[]> {
    const connections = (await kerf.takeTriedConnections()).filter(
      (connectionTarget) => ![site.host, peertube.host].includes(connectionTarget.replace(' ', ':')),
    )
    return [...connections, ...upstreamRequests, ...Array(canary.visits()).fill('the canary')]
  }

  it('answers links to open and closed ports alike, byte for byte, and connects to neither', async () => {
    const links = ['/video.mp4', VIDEO_OF_PEERTUBE].flatMap((path) => [
      ...allForbiddenHosts.map((host) => (port: number) => `http://${host}:${port}${path}`),
      ...disguisedLinks(0).map((_, index) => (port: number) => disguisedLinks(port, path)[index]!),
    ])
    let attemptCount = 0
    const milliseconds = { open: [] as number[], closed: [] as number[] }
    await runConcurrently([...links.entries()], CONCURRENCY, async ([index, link]) => {
      const isFull = index % LINK_STEP === 0
      const ways = isFull ? REDIRECT_KINDS : (['redirect', 'variant'] as const)
      const peertubeWays = isFull
        ? MISLEADING_PARTS.filter((routeKind) => !BESIDE.includes(routeKind))
        : (['file'] as const)
      const linkMakers = [
        (to: string) => to,
        ...ways.map((redirectKind) => (to: string) => site.linkBy(redirectKind, to)),
        ...peertubeWays.map((routeKind) => (to: string) => peertube.linkBy(routeKind, to)),
      ]
      for (const makeLink of linkMakers) {
        // The order alternates, so that neither port always comes first.
        const isFirst = attemptCount % 4 === 0
        const firstResult = await measureTime(() =>
          answerTo(visitor, makeLink(link(isFirst ? canary.port : closedPort))),
        )
        const secondResult = await measureTime(() =>
          answerTo(visitor, makeLink(link(isFirst ? closedPort : canary.port))),
        )
        const [openAnswer, closedAnswer] = (isFirst ? [firstResult, secondResult] : [secondResult, firstResult]).map(
          ({ answer }) => answer,
        )
        milliseconds.open.push((isFirst ? firstResult : secondResult).milliseconds)
        milliseconds.closed.push((isFirst ? secondResult : firstResult).milliseconds)
        attemptCount += 2
        expect(openAnswer, link(canary.port)).toMatch(/^\[4/)
        expect(openAnswer, link(canary.port)).toBe(closedAnswer)
      }
    })
    expect(await readTrespasses()).toEqual([])
    const medians = `medians ${median(milliseconds.open)} ms (open) and ${median(milliseconds.closed)} ms (closed)`
    console.log(
      `${proxyCase}: ${links.length} links, ${attemptCount} answers, open as closed, ${medians}, 0 connections`,
    )
  })

  it('reads no captions and no image that a PeerTube names on other hosts', async () => {
    const hosts = allForbiddenHosts.filter((_, index) => index % LINK_STEP === 0)
    await runConcurrently(hosts, CONCURRENCY, async (host) => {
      const ownVisitor = new Visitor(kerf.url)
      const [captions, image] = BESIDE.map((routeKind) =>
        peertube.linkBy(routeKind, `https://${host}:${canary.port}/secret.vtt`),
      )
      const withCaptions = await ownVisitor.process(captions!)
      for (const { id } of withCaptions.captions ?? []) {
        const answer = await ownVisitor.fetch(`/api/video/${withCaptions.id}/transcript?captions=${id}`)
        expect(answer.status, host).toBeGreaterThanOrEqual(400)
      }
      const { thumbnail } = await ownVisitor.process(image!)
      // A text that is no address is ignored. The image is then a frame of the video.
      if (thumbnail) await ownVisitor.fetch(thumbnail)
    })
    expect(await readTrespasses()).toEqual([])
  })

  it('returns nothing of a file that media refer to, and follows no such reference', async () => {
    const outcomes = new Map<string, number>()
    await runConcurrently(files, CONCURRENCY, async ({ name }) => {
      const ownVisitor = new Visitor(kerf.url)
      const link = `http://${site.host}/${name}`
      const answer = await ownVisitor.call<Video & { code?: string }>('POST', '/api/video/process', {
        youtubeUrl: link,
      })
      const contents = [JSON.stringify(answer.body)]
      let outcome = answer.body.code ?? 'ok'
      if (answer.status === 200) {
        const video = answer.body
        for (const image of [video.thumbnail, ...(video.filmstrip?.sheets ?? [])])
          if (image) contents.push(Buffer.from(await (await ownVisitor.fetch(image)).arrayBuffer()).toString('latin1'))
        await ownVisitor.setTrim(video, 0.5, 2.5)
        const clip = await ownVisitor.waitUntilEnded(await ownVisitor.requestDownload(video, '360p'))
        contents.push(JSON.stringify(clip))
        if (clip.status === 'completed') contents.push(Buffer.from(await ownVisitor.fetchFile(clip)).toString('latin1'))
        outcome = clip.status === 'completed' ? 'clip of its own bytes' : clip.code!
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      expect(
        contents.filter((text) => text.includes(SECRET) || text.includes('secret of this')),
        name,
      ).toEqual([])
    })
    expect(await readTrespasses()).toEqual([])
    console.log(`${proxyCase}: ${files.length} files that name others: ${JSON.stringify(Object.fromEntries(outcomes))}`)
  })
})
