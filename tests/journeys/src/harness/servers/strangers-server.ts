import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from '@kerf/contract/download'
import type { HostilePath } from '@kerf/standins/hostile/hostile-behaviours'
import type { HostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { MAX_WAIT_MILLISECONDS } from '@kerf/standins/waits'
import { type Answer, Visitor } from '../visitor.ts'
import type { RunningKerf } from './start-kerf.ts'

/** Result of a link: status and code of the last answer, and the time that it took. */
export interface LinkResult {
  status: number
  code: string
  seconds: number
}

/** The real server against a stranger's server that misbehaves. */
export type StrangersServer = Awaited<ReturnType<typeof watchStrangers>>

export const SHORT_TIMEOUTS = {
  exchangeLimits: { stallMilliseconds: 2500, totalMilliseconds: 6000 },
  resolveMilliseconds: 20_000,
}
/** Number of media processes that the server keeps ready. */
const READY_PROCESS_COUNT = 1

/** Result of `waitForLeftovers` when nothing is left. */
export const NOTHING_LEFT = {
  mediaProcesses: 0,
  unfinishedAnswers: 0,
  silentConnections: 0,
  scratchFiles: [],
  strayClips: 0,
}

/** Runs `work` for each item, for at most `concurrency` items at the same time. */
export async function runConcurrently<T>(items: readonly T[], concurrency: number, work: (item: T) => Promise<void>) {
  const queue = [...items]
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/**
 * Watches what the server `kerf` does with a stranger's server `site`. The server must be idle and allowed to connect
 * to it.
 */
export async function watchStrangers(kerf: RunningKerf, site: HostileMediaServer) {
  const clips = async () =>
    (await readdir(join(kerf.dataDirectory, 'files')).catch(() => [])).filter((name) => name !== 'video')
  const initialClips = (await clips()).length
  let completedClips = 0

  async function processLink(visitor: Visitor, link: string): Promise<Answer<{ id: string; code?: string }>> {
    return visitor.call('POST', '/api/video/process', { youtubeUrl: link })
  }

  async function countLeftovers() {
    return {
      mediaProcesses: (await childrenOf(kerf.processId)).length - READY_PROCESS_COUNT,
      unfinishedAnswers: site.countUnfinished(),
      silentConnections: site.countSilentConnections(),
      scratchFiles: await readdir(join(kerf.dataDirectory, 'scratch')),
      strayClips: (await clips()).length - initialClips - completedClips,
    }
  }

  return {
    /** Processes a link that misbehaves from the first byte. */
    async inspect(path: HostilePath): Promise<LinkResult> {
      const startedAt = performance.now()
      const { status, body } = await processLink(new Visitor(kerf.url), site.urlOf(path))
      return { status, code: body.code ?? 'ok', seconds: secondsSince(startedAt) }
    },
    /** Processes a healthy file, and cuts it after its server has begun to misbehave. */
    async cut(path: HostilePath): Promise<LinkResult & { unitsUsed: number }> {
      const visitor = new Visitor(kerf.url)
      let processAnswer = await processLink(visitor, site.laterUrlOf(path))
      // A busy machine may miss the short timeouts, so the link is tried again.
      for (let attempt = 0; attempt < 5 && processAnswer.body.code === 'source_timeout'; attempt += 1)
        processAnswer = await processLink(visitor, site.laterUrlOf(path))
      if (processAnswer.status !== 200)
        throw new Error(`${path} was healthy and was refused: ${JSON.stringify(processAnswer.body)}`)
      const { id } = processAnswer.body
      await visitor.call('PUT', `/api/video/${id}/trim`, { startTime: 3.52, endTime: 5.04 })
      site.startMisbehaving(path)
      const startedAt = performance.now()
      const downloadAnswer = await visitor.call<Download & { code?: string }>('POST', `/api/video/${id}/download`, {
        quality: '360p',
      })
      const finishedDownload =
        downloadAnswer.status === 202 ? await visitor.waitUntilEnded(downloadAnswer.body) : downloadAnswer.body
      if (finishedDownload.status === 'completed') completedClips += 1
      const quota = await visitor.call<{ quota: { dailyDownloads: number } }>('GET', '/api/user/quota')
      return {
        status: downloadAnswer.status,
        code:
          finishedDownload.status === 'completed' ? 'ok' : (finishedDownload.code ?? JSON.stringify(finishedDownload)),
        seconds: secondsSince(startedAt),
        unitsUsed: quota.body.quota.dailyDownloads,
      }
    },
    /**
     * Counts leftovers of a failure: processes, unfinished answers, files. Waits until all are gone, because a daily
     * backup may run.
     */
    async waitForLeftovers() {
      const deadline = performance.now() + MAX_WAIT_MILLISECONDS
      for (;;) {
        const leftovers = await countLeftovers()
        if (Object.values(leftovers).every((value) => value === 0 || (Array.isArray(value) && value.length === 0)))
          return leftovers
        if (performance.now() > deadline) return leftovers
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    /** Peak memory of the server. */
    async peakMemoryMegabytes() {
      const status = await readFile(`/proc/${kerf.processId}/status`, 'utf8')
      return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024
    },
  }
}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 100) / 10

/** Ids of the child processes of all threads: any thread may have started one. */
async function childrenOf(processId: number): Promise<string[]> {
  const threads = await readdir(`/proc/${processId}/task`)
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${processId}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(/\s+/).filter(Boolean))
}
