import { readdirSync, readFileSync } from 'node:fs'
import { type RunningKerf, startKerf } from '../../tests/journeys/src/harness/servers/start-kerf.ts'
import { Visitor } from '../../tests/journeys/src/harness/visitor.ts'
import { startMediaServer } from './media-server.ts'

const VIEWER_COOKIE = 'kerf_viewer'
/** Length of a tick in /proc on Linux. */
const TICK_MILLISECONDS = 10

export interface LoadedVideo {
  path: string
  quality: string
  clipSeconds: number
}

export interface OwnDownload {
  id: string
  path: string
  headers: { cookie: string }
}

export type Measurement = readonly [what: string, value: number, goal?: string, isMet?: boolean]
export type LoadedServer = Awaited<ReturnType<typeof startLoadedServer>>

export async function startLoadedServer({ path, quality, clipSeconds }: LoadedVideo) {
  const media = await startMediaServer([{ seconds: 0, videoPath: path, audioPath: null }])
  const link = media.urlOf(path)
  const kerf = await startKerf({
    environment: { SOURCES: 'media', OUTBOUND_ALLOW: new URL(link).host, TRUST_PROXY: '1' },
  })

  /** Requests a clip as a new visitor. */
  async function requestClip(from: number) {
    const visitor = new Visitor(kerf.url)
    const video = await visitor.process(link)
    await visitor.setTrim(video, from, from + clipSeconds)
    const download = await visitor.requestDownload(video, quality)
    const headers = { cookie: `${VIEWER_COOKIE}=${visitor.cookie(VIEWER_COOKIE)}` }
    const ownDownload: OwnDownload = { id: download.id, path: `/api/download/${download.id}`, headers }
    return { own: ownDownload, finished: () => visitor.waitUntilEnded(download) }
  }

  async function createClip(from = 5): Promise<OwnDownload> {
    const { own, finished } = await requestClip(from)
    const { status, code } = await finished()
    if (status !== 'completed') throw new Error(`A clip became ${status}: ${code}`)
    return own
  }

  /** Keeps two cuts running. The returned function stops them and resolves to the number of finished clips. */
  function startCuts(): () => Promise<number> {
    let isOver = false
    let clipCount = 0
    // Random ranges: equal requests would share a clip.
    const keepCutting = async (): Promise<void> => {
      while (!isOver) {
        await createClip(Math.round(Math.random() * 20_000) / 1000)
        clipCount += 1
      }
    }
    const cuts = Promise.all([keepCutting(), keepCutting()])
    cuts.catch(() => undefined)
    return async () => {
      isOver = true
      await cuts
      return clipCount
    }
  }

  return {
    kerf,
    link,
    requestClip,
    createClip,
    startCuts,
    async dispose() {
      await kerf.dispose()
      await media.close()
    },
  }
}

/** Resident memory of the server's process, without its children, in megabytes. */
export function residentMegabytes({ processId }: RunningKerf): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
}

/** CPU time of the server's process so far, without its children. */
export function processorMilliseconds({ processId }: RunningKerf): number {
  const [user, system] = timesOf(processId)
  return (user! + system!) * TICK_MILLISECONDS
}

/** CPU time of a process and all its descendants so far, including ended ones. */
export function treeProcessorSeconds(processId: number): number {
  const ownSeconds = timesOf(processId).reduce((sum, ticks) => sum + ticks, 0) * (TICK_MILLISECONDS / 1000)
  const threads = readdirSync(`/proc/${processId}/task`)
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${processId}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return ownSeconds + children.reduce((sum, child) => sum + treeProcessorSeconds(child), 0)
}

/** User and system time of a process, then of its ended children, in ticks. */
function timesOf(processId: number): number[] {
  const statsAfterCommand = readFileSync(`/proc/${processId}/stat`, 'utf8').replace(/^.*\) /, '')
  return statsAfterCommand.split(' ').slice(11, 15).map(Number)
}
