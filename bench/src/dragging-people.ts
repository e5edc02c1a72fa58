import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Video } from '@kerf/contract/video'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { Visitor } from '../../tests/journeys/src/harness/visitor.ts'
import type { DragTarget } from './load-drags.ts'

/** Time between two frame requests of the page, which sends at most 240 a minute. */
const FRAME_INTERVAL_MILLISECONDS = 250
const BUSY_RETRY_DELAY_MILLISECONDS = 700
/** Maximum size of a GOP on the server. */
const PLAIN_BYTES = Buffer.alloc(4_000_000)

const [kerfUrl = '', link = '', people = ''] = process.argv.slice(2)
/** Sizes of all received GOPs. The plain server answers with the same sizes. */
const gopSizes: number[] = []
let target: DragTarget = 'nobody'
let answerCount = 0

const plainServer = createServer(({ url = '' }, response) => {
  response.end(PLAIN_BYTES.subarray(0, Number(url.slice(1))))
})
const { port } = await listenOnLoopback(plainServer)

/** Returns a person with an IP address of their own, who drags a handle without a pause. */
async function createDragger(ipAddress: string): Promise<() => Promise<void>> {
  const headers = { 'x-forwarded-for': ipAddress }
  const kerfVisitor = new Visitor(kerfUrl)
  const answer = await kerfVisitor.call<Video>('POST', '/api/video/process', { youtubeUrl: link }, headers)
  if (answer.status !== 200) throw new Error(`A link was answered with ${answer.status}.`)
  const { id, duration } = answer.body
  const plainVisitor = kerfVisitor.atUrl(`http://127.0.0.1:${port}`)

  /** Returns the time until the next request, from the start of this one. */
  async function requestGop(): Promise<number> {
    if (target === 'nobody') return FRAME_INTERVAL_MILLISECONDS
    const isPlain = target === 'plain'
    const path = isPlain
      ? `/${gopSizes[Math.floor(Math.random() * gopSizes.length)]}`
      : `/api/video/${id}/gop?at=${Math.random() * duration}`
    const response = await (isPlain ? plainVisitor : kerfVisitor).fetch(path, { headers })
    const { byteLength } = await response.arrayBuffer()
    // A busy server is asked again, as the page does.
    if (response.status === 503) return BUSY_RETRY_DELAY_MILLISECONDS
    if (response.status !== 200) throw new Error(`A GOP was answered with ${response.status}.`)
    answerCount += 1
    if (!isPlain) gopSizes.push(byteLength)
    return FRAME_INTERVAL_MILLISECONDS
  }

  return async () => {
    await wait(Math.random() * FRAME_INTERVAL_MILLISECONDS)
    for (;;) {
      const startedAt = performance.now()
      const interval = await requestGop()
      await wait(Math.max(0, startedAt + interval - performance.now()))
    }
  }
}

const ipAddresses = Array.from({ length: Number(people) }, (_, person) => `10.0.${person}.1`)
const drags = await Promise.all(ipAddresses.map(createDragger))
process.on('message', (nextTarget: DragTarget) => {
  target = nextTarget
  process.send?.(answerCount)
  answerCount = 0
})
process.on('disconnect', () => process.exit())
process.send?.(0)
await Promise.all(drags.map((drag) => drag()))
