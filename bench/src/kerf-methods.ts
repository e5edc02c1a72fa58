import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { ByteSource } from '@kerf/cutter'
import { cutClip } from '@kerf/cutter/cut-clip'
import type { OpenedMedia } from '@kerf/cutter/demux/common/opened-media'
import { fileSink } from '@kerf/cutter/io/files'
import { openMedia } from '@kerf/cutter/open-media'
import { planCut } from '@kerf/cutter/plan-cut'
import type { CutAnswer, CutTask, Method } from './cut-task.ts'

const MAIN = join(import.meta.dirname, 'kerf-cutter.ts')

interface Cutter {
  process: ChildProcess
  startCpuSeconds: number
}

async function startCutter(): Promise<Cutter> {
  const child = fork(MAIN)
  const [{ readyAfterCpuSeconds }] = (await once(child, 'message')) as [{ readyAfterCpuSeconds: number }]
  return { process: child, startCpuSeconds: readyAfterCpuSeconds }
}

async function order(cutter: Cutter, task: KerfTask): Promise<CutAnswer> {
  cutter.process.send(task)
  const [answer] = (await once(cutter.process, 'message')) as [CutAnswer | { failure: string }]
  if ('failure' in answer) throw new Error(answer.failure)
  return answer
}

/** Kerf with the index of the source already read, as for the second clip of a video, padded to the announced size. */
export function warmKerf(name: string): Method {
  let cutter: Cutter | null = null
  const known = new Set<string>()
  return {
    name,
    available: async () => true,
    async prepare(task) {
      cutter ??= await startCutter()
      if (known.has(task.videoUrl)) return
      known.add(task.videoUrl)
      await order(cutter, { ...task, isRemembered: true })
    },
    async cut(task) {
      if (!cutter) throw new Error('It is prepared before it cuts.')
      return order(cutter, task)
    },
    close: () => cutter?.process.disconnect(),
  }
}

/** Kerf with nothing known: index and clip, in a process that has just started, as the server keeps one ready. */
export function coldKerf(name: string): Method {
  let cutter: Cutter | null = null
  return {
    name,
    available: async () => true,
    async prepare() {
      cutter?.process.disconnect()
      cutter = await startCutter()
    },
    async cut(task) {
      if (!cutter) throw new Error('It is prepared before it cuts.')
      return order(cutter, task)
    },
    close: () => cutter?.process.disconnect(),
  }
}

/** What a process takes until it can be given a cut; outside of all other metrics. */
export async function kerfStartCpuSeconds(): Promise<number> {
  const { process: child, startCpuSeconds } = await startCutter()
  child.disconnect()
  return startCpuSeconds
}

interface KerfTask extends CutTask {
  isRemembered?: boolean
}

const known = new Map<string, OpenedMedia>()

async function open({ videoUrl, audioUrl, isRemembered }: KerfTask): Promise<OpenedMedia> {
  const cached = known.get(videoUrl)
  if (cached) return cached
  const video = await openHttpByteSource(videoUrl)
  const media = await openMedia({ video, audio: audioUrl ? await openHttpByteSource(audioUrl) : video })
  if (isRemembered) known.set(videoUrl, media)
  return media
}

async function cut(task: KerfTask): Promise<CutAnswer> {
  const before = process.cpuUsage()
  const plan = await planCut(await open(task), task, { kind: 'video', height: null })
  const receipt = await cutClip(plan, fileSink(task.output))
  const { user, system } = process.cpuUsage(before)
  return { cpuSeconds: (user + system) / 1e6, coveredBytes: receipt.bytesCovered }
}

process.on('message', (task: KerfTask) => {
  cut(task).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ failure: error.stack ?? error.message }),
  )
})
process.on('disconnect', () => process.exit())
const { user, system } = process.cpuUsage()
process.send?.({ readyAfterCpuSeconds: (user + system) / 1e6 })

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** A file behind a URL, read by ranges over keep-alive connections; the server's own fetcher does the same with a guard. */
async function openHttpByteSource(url: string): Promise<ByteSource> {
  const first = await request(url, 0, 1)
  first.resume()
  const sizeBytes = Number(/\/(\d+)$/.exec(first.headers['content-range'] ?? '')?.[1])
  return {
    sizeBytes,
    async read(start, end) {
      const response = await request(url, start, end)
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks)
    },
  }
}

function request(url: string, start: number, end: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { range: `bytes=${start}-${end - 1}` } }, resolve).on('error', reject)
  })
}
