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
/** After all downloads are accepted, a worker that writes a clip is searched for this long. */
const LOOK_MILLISECONDS = 3_000
const LOOK_EVERY_MILLISECONDS = 5
const ADMIN = { email: 'boss@example.org', password: 'a strip of film' }

interface ClipRequest {
  visitor: Visitor
  range: TimeRange
  download: Download
}

/**
 * Several web and worker processes on one PostgreSQL and one data directory, a video with numbered frames, visitors of any
 * web process, and calls that kill and add processes.
 */
export class ProcessRoom {
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

  static async open(seed: number): Promise<ProcessRoom> {
    const folder = await mkdtemp(join(tmpdir(), 'kerf-processes-'))
    const site = await openStampedSite(folder, VIDEO_SECONDS)
    return new ProcessRoom(seed, folder, await startPostgres(), site)
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
    // Links in emails lead to the public address, not here.
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

  /** Kills it, like a power cut of its machine. */
  async kill(among: RunningKerf[]): Promise<void> {
    const [process] = among.splice(Math.floor(this.#random() * among.length), 1)
    await process?.kill()
  }

  /** Kills a worker while it writes a clip, from now until a little after; returns whether there was one. */
  async killWriting(promised: Promise<void>): Promise<boolean> {
    let until = Number.POSITIVE_INFINITY
    const wasPromised = (): void => {
      until = performance.now() + LOOK_MILLISECONDS
    }
    promised.then(wasPromised, wasPromised)
    while (performance.now() < until) {
      const writing = (await mediaProcesses(this.dataDirectory)).filter(({ isWriting }) => isWriting)
      const place = this.workers.findIndex(({ processId }) => writing.some(({ parentId }) => parentId === processId))
      if (place < 0) await delay(LOOK_EVERY_MILLISECONDS)
      else {
        for (const worker of this.workers.splice(place, 1)) await worker.kill()
        return true
      }
    }
    return false
  }

  /** Two viewers request each clip, at different web processes. Resolves when all are accepted. */
  async want(clips: number): Promise<void> {
    const wanted = Array.from({ length: clips }, () => {
      const range = randomRange(this.#random, VIDEO_SECONDS)
      return this.webs.slice(0, 2).map((web) => this.#request(web, range))
    })
    this.requests.push(...(await Promise.all(wanted.flat())))
  }

  async #request({ url }: RunningKerf, range: TimeRange): Promise<ClipRequest> {
    const visitor = new Visitor(url)
    const { startTime, endTime } = range
    return { visitor, range, download: await visitor.request(this.site.urlOf('/healthy.mp4'), startTime, endTime) }
  }

  /** Each is polled on one web process and fetched from the next: whole, once, and for one unit. */
  async verify(decoded: number): Promise<void> {
    const promised = new PromisedClips()
    for (const [index, { visitor, range, download }] of this.requests.entries()) {
      const [polled, fetched] = [this.#web(index), this.#web(index + 1)].map(({ url }) => visitor.at(url))
      if (!polled || !fetched) throw new Error('There is no web process.')
      await promised.expectWhole(polled, fetched, download, range, index < decoded)
    }
    promised.expectEachOnce()
  }

  /** Resolves when all requested downloads have ended. */
  async settled(): Promise<void> {
    for (const [index, { visitor, download }] of this.requests.entries())
      await visitor.at(this.#web(index).url).finished(download)
  }

  #web(index: number): RunningKerf {
    const web = this.webs[index % this.webs.length]
    if (!web) throw new Error('There is no web process.')
    return web
  }

  async admin(url: string): Promise<AccountHolder> {
    const admin = new AccountHolder(url, ADMIN)
    expect((await admin.signIn()).status).toBe(200)
    return admin
  }

  /** Whole clips, and what was half done by the dead if it was not swept yet. */
  async files(): Promise<number> {
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
