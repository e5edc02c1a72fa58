import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Download } from '@kerf/contract/download'
import { type RunningKerf, startKerf } from '../../tests/journeys/src/harness/start-kerf.ts'
import { Visitor } from '../../tests/journeys/src/harness/visitor.ts'
import { startMediaServer } from './media-server.ts'

const ROUND_TRIP_MILLISECONDS = 50

/** The source of every cut: small, so that little else runs beside the two cuts. */
const SAMPLE: LoadedVideo = {
  path: join(import.meta.dirname, '../../apps/server/sample/sample-360p.mp4'),
  quality: '360p',
  clipSeconds: 10,
}

export interface LoadedVideo {
  path: string
  quality: string
  clipSeconds: number
}
/** Linux's own, wherever it runs. */
const TICK_MILLISECONDS = 10
const VIEWER_COOKIE = 'kerf_viewer'

export interface OwnDownload {
  id: string
  path: string
  headers: { cookie: string }
}

export interface LoadedServer {
  kerf: RunningKerf
  request(from?: number): Promise<OwnDownload>
  newClip(from?: number): Promise<OwnDownload>
  /** Two cuts at every moment from now on; answers how to stop them, and then how many were made. */
  cutAllTheTime(): () => Promise<number>
  dispose(): Promise<void>
}

export async function startLoadedServer(
  sourceVideo = SAMPLE,
  environment: Record<string, string> = {},
): Promise<LoadedServer> {
  const media = await startMediaServer(
    [{ layout: 'plain', seconds: 0, videoPath: sourceVideo.path, audioPath: null }],
    ROUND_TRIP_MILLISECONDS,
  )
  const link = media.urlOf(sourceVideo.path)
  const kerf = await startKerf({
    environment: { SOURCES: 'media', OUTBOUND_ALLOW: new URL(link).host, ...environment },
  })

  async function begin(from: number): Promise<{ someone: Visitor; download: Download; own: OwnDownload }> {
    const someone = new Visitor(kerf.url)
    const video = await someone.process(link)
    await someone.trim(video, from, from + sourceVideo.clipSeconds)
    const download = await someone.download(video, sourceVideo.quality)
    const cookie = `${VIEWER_COOKIE}=${someone.cookie(VIEWER_COOKIE)}`
    return { someone, download, own: { id: download.id, path: `/api/download/${download.id}`, headers: { cookie } } }
  }

  async function request(from = 5): Promise<OwnDownload> {
    return (await begin(from)).own
  }

  async function newClip(from = 5): Promise<OwnDownload> {
    const { someone, download, own } = await begin(from)
    const { status, code } = await someone.finished(download)
    if (status !== 'completed') throw new Error(`A clip became ${status}: ${code}`)
    return own
  }

  function cutAllTheTime(): () => Promise<number> {
    let isOver = false
    let made = 0
    // No two requests are the same: equal ones would share a clip.
    const cutOn = async (): Promise<void> => {
      while (!isOver) {
        await newClip(Math.round(Math.random() * 20_000) / 1000)
        made += 1
      }
    }
    const both = Promise.all([cutOn(), cutOn()])
    both.catch(() => undefined)
    return async () => {
      isOver = true
      await both
      return made
    }
  }

  return {
    ...{ kerf, request, newClip, cutAllTheTime },
    async dispose() {
      await kerf.dispose()
      media.close()
    },
  }
}

/** Memory of the server's own process; its children's is bounded by themselves. */
export function residentMegabytes({ processId }: RunningKerf): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
}

/** Processor time of the server's own process so far: what a call costs however much else the machine does. */
export function processorMilliseconds({ processId }: RunningKerf): number {
  const [user = Number.NaN, system = Number.NaN] = readFileSync(`/proc/${processId}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * TICK_MILLISECONDS
}

export interface LoadRow {
  what: string
  value: number
  goal?: string
  isMet?: boolean | undefined
  during: During
}

export type During = 'no cuts' | 'two cuts'

type Measured = readonly [what: string, value: number, goal?: string, isMet?: boolean]

export function rowsDuring(during: During, measured: readonly Measured[]): LoadRow[] {
  return measured.map(([what, value, goal, isMet]) => ({ what, value, during, ...(goal && { goal, isMet }) }))
}

export async function writeLoadTable(rows: readonly LoadRow[], path: string | null, loadBefore: number): Promise<void> {
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}`
  const load = `load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after`
  const lines = [...Map.groupBy(rows, ({ what }) => what)].map(([what, both]) => {
    const cell = (during: During): string => {
      const row = both.find((one) => one.during === during)
      if (!row) return ''
      return `${Math.round(row.value * 10) / 10}${row.isMet === false ? ' (missed)' : ''}`
    }
    return `| ${what} | ${cell('no cuts')} | ${cell('two cuts')} | ${both[0]?.goal ?? ''} |`
  })
  const text = [
    '# A server under load',
    '',
    `${machine}; ${load}. Server, cuts, video's server and all callers share the cores.`,
    '',
    '| what | no cuts running | two cuts running | goal |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
  console.log(text)
  if (path) await writeFile(path, text)
}
