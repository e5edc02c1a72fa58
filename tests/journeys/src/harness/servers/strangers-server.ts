import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from '@kerf/contract/download'
import type { HostilePath } from '@kerf/standins/hostile/hostile-behaviours'
import type { HostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { MOST_WAIT_MILLISECONDS } from '@kerf/standins/waits'
import { type Answer, Visitor } from '../visitor.ts'
import type { RunningKerf } from './start-kerf.ts'

/** The result of a link: its answer, that of the cut if there was one, and the duration. */
export interface Fate {
  status: number
  code: string
  seconds: number
}

/** The real server against a stranger's server that misbehaves. */
export type StrangersServer = Awaited<ReturnType<typeof watchStrangers>>

export const IMPATIENT = {
  exchangeLimits: { stallMilliseconds: 2500, totalMilliseconds: 6000 },
  resolveMilliseconds: 20_000,
}
/** The server keeps one media process ready for the next request. */
const CACHED_READY = 1

/** What `leftovers` tells when nothing was left behind. */
export const NOTHING_LEFT = {
  mediaProcesses: 0,
  unfinishedAnswers: 0,
  silentConnections: 0,
  scratchFiles: [],
  strayClips: 0,
}

/** Does this with each of them, so many at once. */
export async function sideBySide<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>) {
  const left = [...items]
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** What the server at the other end of `kerf` does with a stranger's; it is at rest now, and allowed to go to `site`. */
export async function watchStrangers(kerf: RunningKerf, site: HostileMediaServer) {
  const clips = async () =>
    (await readdir(join(kerf.dataDirectory, 'files')).catch(() => [])).filter((name) => name !== 'video')
  const atFirst = (await clips()).length
  let completed = 0

  async function ask(visitor: Visitor, link: string): Promise<Answer<{ id: string; code?: string }>> {
    return visitor.call('POST', '/api/video/process', { youtubeUrl: link })
  }

  async function look() {
    return {
      mediaProcesses: (await childrenOf(kerf.processId)).length - CACHED_READY,
      unfinishedAnswers: site.unfinished(),
      silentConnections: site.silentConnections(),
      scratchFiles: await readdir(join(kerf.dataDirectory, 'scratch')),
      strayClips: (await clips()).length - atFirst - completed,
    }
  }

  return {
    /** A link that misbehaves from the first byte is looked at. */
    async inspect(path: HostilePath): Promise<Fate> {
      const startedAt = performance.now()
      const { status, body } = await ask(new Visitor(kerf.url), site.urlOf(path))
      return { status, code: body.code ?? 'ok', seconds: secondsSince(startedAt) }
    },
    /** A healthy file is looked at, and is cut when its server has begun to misbehave. */
    async cut(path: HostilePath): Promise<Fate & { unitsUsed: number }> {
      const visitor = new Visitor(kerf.url)
      let looked = await ask(visitor, site.laterUrlOf(path))
      // Impatient as it is, a machine with other things to do may not have answered it in time.
      for (let again = 0; again < 5 && looked.body.code === 'source_timeout'; again += 1)
        looked = await ask(visitor, site.laterUrlOf(path))
      if (looked.status !== 200) throw new Error(`${path} was healthy and was refused: ${JSON.stringify(looked.body)}`)
      const { id } = looked.body
      await visitor.call('PUT', `/api/video/${id}/trim`, { startTime: 3.52, endTime: 5.04 })
      site.turn(path)
      const startedAt = performance.now()
      const accepted = await visitor.call<Download & { code?: string }>('POST', `/api/video/${id}/download`, {
        quality: '360p',
      })
      const end = accepted.status === 202 ? await visitor.finished(accepted.body) : accepted.body
      if (end.status === 'completed') completed += 1
      const quota = await visitor.call<{ quota: { dailyDownloads: number } }>('GET', '/api/user/quota')
      return {
        status: accepted.status,
        code: end.status === 'completed' ? 'ok' : (end.code ?? JSON.stringify(end)),
        seconds: secondsSince(startedAt),
        unitsUsed: quota.body.quota.dailyDownloads,
      }
    },
    /** Leftovers that a failure may not have: processes, unfinished answers, files. Waits until they are gone: a daily backup may be under way. */
    async leftovers() {
      const until = performance.now() + MOST_WAIT_MILLISECONDS
      for (;;) {
        const found = await look()
        if (Object.values(found).every((left) => left === 0 || (Array.isArray(left) && left.length === 0))) return found
        if (performance.now() > until) return found
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    /** The most that the server ever had in memory. */
    async peakMemoryMegabytes() {
      const status = await readFile(`/proc/${kerf.processId}/status`, 'utf8')
      return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024
    },
  }
}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 100) / 10

/** Of all its threads: any of them may have started one. */
async function childrenOf(processId: number): Promise<string[]> {
  const threads = await readdir(`/proc/${processId}/task`)
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${processId}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(/\s+/).filter(Boolean))
}
