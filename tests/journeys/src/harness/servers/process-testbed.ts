import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Download } from '@kerf/contract/download'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { HostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { type PostgresServer, startPostgres } from '@kerf/standins/postgres/start-postgres'
import { expect } from 'vitest'
import { AccountHolder } from '../account-holder.ts'
import { seededRandom } from '../seeded-random.ts'
import { openStampedSite, PromisedClips, randomRange } from '../stamped-clips.ts'
import { Visitor } from '../visitor.ts'
import { mediaProcesses, unfinishedFiles } from './media-processes.ts'
import { type RunningKerf, startKerf } from './start-kerf.ts'

const VIDEO_SECONDS = 12
/** Time to look for a worker that writes a clip, after all downloads are accepted. */
const LOOK_MILLISECONDS = 3_000
const LOOK_INTERVAL_MILLISECONDS = 5
const ADMIN = { email: 'boss@example.org', password: 'a strip of film' }

interface ClipRequest {
  visitor: Visitor
  range: TimeRange
  download: Download
}

/**
 * Several web and worker processes on one PostgreSQL and one data directory, and a server of a video with numbered
 * frames. Visitors use any web process. Methods kill and add processes.
 */
export class ProcessTestbed {
  readonly webs: RunningKerf[] = []
  readonly workers: RunningKerf[] = []
  readonly requests: ClipRequest[] = []
  readonly postgres: PostgresServer
  readonly site: HostileMediaServer
  readonly #folder: string
  readonly #random: () => number

  private constructor(seed: number, folder: string, postgres: PostgresServer, site: HostileMediaServer) {
    this.#random = seededRandom(seed)
    this.#folder = folder
    this.postgres = postgres
    this.site = site
  }

  static async open(seed: number): Promise<ProcessTestbed> {
    const folder = await mkdtemp(join(tmpdir(), 'kerf-processes-'))
    const site = await openStampedSite(folder, VIDEO_SECONDS)
    return new ProcessTestbed(seed, folder, await startPostgres(), site)
  }

  get dataDirectory(): string {
    return join(this.#folder, 'data')
  }

  async addWeb(environment: Record<string, string> = {}): Promise<RunningKerf> {
    const web = await this.#start('web', {
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...environment,
    })
    this.webs.push(web)
    return web
  }

  async addWorker(environment: Record<string, string> = {}): Promise<RunningKerf> {
    // Links in emails lead to this public address.
    const worker = await this.#start('worker', { PUBLIC_URL: 'http://kerf.example', ...environment })
    this.workers.push(worker)
    return worker
  }

  #start(role: 'web' | 'worker', environment: Record<string, string>): Promise<RunningKerf> {
    return startKerf({
      role,
      dataDirectory: this.dataDirectory,
      environment: {
        DATABASE_URL: this.postgres.url,
        SOURCES: 'media',
        OUTBOUND_ALLOW: this.site.host,
        LOG_LEVEL: 'warn',
        WORKER_CONCURRENCY: '1',
        ...environment,
      },
    })
  }

  /** Kills one of these processes, like a power cut of its machine. */
  async kill(processes: RunningKerf[]): Promise<void> {
    const [process] = processes.splice(Math.floor(this.#random() * processes.length), 1)
    await process?.kill()
  }

  /**
   * Kills a worker while it writes a clip. Looks until shortly after `requests` settles. Returns whether it killed one.
   */
  async killWritingWorker(requests: Promise<void>): Promise<boolean> {
    let deadline = Number.POSITIVE_INFINITY
    const stopSoon = (): void => {
      deadline = performance.now() + LOOK_MILLISECONDS
    }
    requests.then(stopSoon, stopSoon)
    while (performance.now() < deadline) {
      const writers = (await mediaProcesses(this.dataDirectory)).filter(({ isWriting }) => isWriting)
      const index = this.workers.findIndex(({ processId }) => writers.some(({ parentId }) => parentId === processId))
      if (index < 0) await delay(LOOK_INTERVAL_MILLISECONDS)
      else {
        for (const worker of this.workers.splice(index, 1)) await worker.kill()
        return true
      }
    }
    return false
  }

  /** Lets two viewers request each clip at different web processes. Resolves when all requests are accepted. */
  async requestClips(clips: number): Promise<void> {
    const requests = Array.from({ length: clips }, () => {
      const range = randomRange(this.#random, VIDEO_SECONDS)
      return this.webs.slice(0, 2).map((web) => this.#request(web, range))
    })
    this.requests.push(...(await Promise.all(requests.flat())))
  }

  async #request({ url }: RunningKerf, range: TimeRange): Promise<ClipRequest> {
    const visitor = new Visitor(url)
    const { startTime, endTime } = range
    return { visitor, range, download: await visitor.requestClip(this.site.urlOf('/healthy.mp4'), startTime, endTime) }
  }

  /**
   * Polls each download at one web process and fetches it from the next. Each clip is whole, exists once and counts one
   * unit.
   */
  async verify(decodedClips: number): Promise<void> {
    const promisedClips = new PromisedClips()
    for (const [index, { visitor, range, download }] of this.requests.entries()) {
      const [poller, fetcher] = [this.#web(index), this.#web(index + 1)].map(({ url }) => visitor.atUrl(url))
      if (!poller || !fetcher) throw new Error('There is no web process.')
      await promisedClips.expectWhole(poller, fetcher, download, range, index < decodedClips)
    }
    promisedClips.expectEachOnce()
  }

  /** Resolves when all requested downloads have ended. */
  async waitUntilSettled(): Promise<void> {
    for (const [index, { visitor, download }] of this.requests.entries())
      await visitor.atUrl(this.#web(index).url).waitUntilEnded(download)
  }

  #web(index: number): RunningKerf {
    const web = this.webs[index % this.webs.length]
    if (!web) throw new Error('There is no web process.')
    return web
  }

  async signInAdmin(url: string): Promise<AccountHolder> {
    const admin = new AccountHolder(url, ADMIN)
    expect((await admin.signIn()).status).toBe(200)
    return admin
  }

  /**
   * Number of entries of the files folder: whole clips, and unfinished files of killed processes until a sweep deletes
   * them.
   */
  async countFiles(): Promise<number> {
    return (await readdir(join(this.dataDirectory, 'files'))).length
  }

  async stopAll(): Promise<void> {
    for (const process of [...this.webs.splice(0), ...this.workers.splice(0)]) expect(await process.stop()).toBe(0)
    expect(await mediaProcesses(this.dataDirectory)).toEqual([])
    expect(await unfinishedFiles(this.dataDirectory)).toEqual([])
  }

  async close(): Promise<void> {
    await Promise.all([...this.webs, ...this.workers].map((process) => process.kill()))
    await this.site.close()
    await this.postgres.remove()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
