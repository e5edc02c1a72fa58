import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Download } from '@kerf/contract/download'
import type { Health } from '@kerf/contract/health'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { HostileMediaServer } from '@kerf/standins/hostile/start-hostile-media-server'
import { expect } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { openStampedSite, PromisedClips, randomRange } from '../stamped-clips.ts'
import { Visitor } from '../visitor.ts'
import { mediaProcesses, unfinishedFiles } from './media-processes.ts'
import { type RunningKerf, startKerf } from './start-kerf.ts'

/** The clip that a visitor requests, and its download once it is accepted. */
interface ClipRequest {
  visitor: Visitor
  videoId: string
  range: TimeRange
  download: Download | null
}

export interface CrashRoomOptions {
  videoSeconds?: number
  /** On top of the room's own. */
  environment?: Record<string, string>
}

/**
 * A real server, real cuts of a video with numbered frames, several viewers at once, and kills of media processes or the
 * server at random times. At the end, every accepted download is checked.
 */
export class CrashRoom {
  readonly stats = {
    seed: 0,
    accepted: 0,
    clips: 0,
    mediaKills: 0,
    /** Of those, while a clip was being written. */
    mediaKillsWhileWriting: 0,
    serverKills: 0,
    killsWhileStarting: 0,
    longestStartMilliseconds: 0,
    /** From the restart until everything that was accepted before was finished. */
    longestResumeMilliseconds: 0,
    longestOrphanMilliseconds: 0,
    decoded: 0,
  }
  readonly #random: () => number
  readonly #folder: string
  readonly #site: HostileMediaServer
  readonly #videoSeconds: number
  readonly #environment: Record<string, string>
  readonly #requests: ClipRequest[] = []
  #kerf: RunningKerf | undefined
  #cutMilliseconds = 500
  #startMilliseconds = 1000

  private constructor(
    seed: number,
    folder: string,
    site: HostileMediaServer,
    { videoSeconds, environment }: Required<CrashRoomOptions>,
  ) {
    this.#videoSeconds = videoSeconds
    this.#environment = environment
    this.#random = seededRandom(seed)
    this.#folder = folder
    this.#site = site
    this.stats.seed = seed
  }

  static async open(seed: number, { videoSeconds = 12, environment = {} }: CrashRoomOptions = {}): Promise<CrashRoom> {
    const folder = await mkdtemp(join(tmpdir(), 'kerf-crashes-'))
    const site = await openStampedSite(folder, videoSeconds)
    const room = new CrashRoom(seed, folder, site, { videoSeconds, environment })
    await room.start()
    // How long a cut takes here and now; moments to kill at are chosen within it.
    const begunAt = performance.now()
    await room.#accept(await room.#want(1))
    await room.#finished()
    room.#cutMilliseconds = performance.now() - begunAt
    return room
  }

  get dataDirectory(): string {
    return join(this.#folder, 'data')
  }

  get url(): string {
    return this.#kerf?.url ?? ''
  }

  async start(killAfterMilliseconds?: number): Promise<void> {
    const begunAt = performance.now()
    this.#kerf = await startKerf({
      dataDirectory: this.dataDirectory,
      environment: { SOURCES: 'media', OUTBOUND_ALLOW: this.#site.host, LOG_LEVEL: 'warn', ...this.#environment },
      ...(killAfterMilliseconds === undefined ? {} : { killAfterMilliseconds }),
    })
    this.#startMilliseconds = performance.now() - begunAt
    this.#longest('longestStartMilliseconds', this.#startMilliseconds)
  }

  /** Two viewers want the same, a third something else; two media processes are killed while they wait. No cut dies thrice. */
  async killMediaProcesses(): Promise<void> {
    const times = [this.#random(), this.#random()].map((part) => part * this.#cutMilliseconds * 1.2)
    const requests = await this.#want(2)
    const begunAt = performance.now()
    const accepted = this.#accept(requests)
    for (const time of times.sort((a, b) => a - b)) {
      await delay(Math.max(0, begunAt + time - performance.now()))
      await this.#killOneMediaProcess()
    }
    await accepted
    await this.#finished()
  }

  async #killOneMediaProcess(): Promise<void> {
    const alive = await mediaProcesses(this.dataDirectory)
    const chosen = alive[Math.floor(this.#random() * alive.length)]
    if (!chosen) return
    try {
      process.kill(chosen.processId, 'SIGKILL')
    } catch {
      return // It had just ended.
    }
    this.stats.mediaKills += 1
    if (chosen.isWriting) this.stats.mediaKillsWhileWriting += 1
  }

  /** The same, and the server is killed in the middle, now and then once more while it starts; then it is started again. */
  async killServer(andWhileItStarts = this.#random() < 0.2): Promise<void> {
    const requests = await this.#want(2)
    const time = this.#random() * this.#cutMilliseconds * 1.2
    const accepting = this.#accept(requests)
    await delay(time)
    await this.#kerf?.kill()
    this.stats.serverKills += 1
    const killedAt = performance.now()
    await accepting
    // A process whose server was killed ends by itself.
    await expect.poll(() => mediaProcesses(this.dataDirectory)).toEqual([])
    this.#longest('longestOrphanMilliseconds', performance.now() - killedAt)
    if (andWhileItStarts) {
      this.stats.killsWhileStarting += 1
      // Ready a little earlier than expected, it is killed a little later.
      await this.start(this.#random() * this.#startMilliseconds).then(
        () => this.#kerf?.kill(),
        () => undefined,
      )
    }
    await this.start()
    await this.#resume(requests, performance.now())
  }

  /** All that was accepted is finished. Then a visitor without an answer asks again, and gets one download. */
  async #resume(requests: readonly ClipRequest[], overAt: number): Promise<void> {
    await this.#finished()
    this.#longest('longestResumeMilliseconds', performance.now() - overAt)
    await this.#accept(requests)
    await this.#finished()
  }

  /**
   * The same, while a service that the server needs fails and comes back. In between, visitors only get the answer to try
   * again; the server itself keeps running.
   */
  async goThrough(trouble: () => Promise<void>): Promise<void> {
    const requests = await this.#want(2)
    const accepting = this.#accept(requests, { mayRefuse: true })
    await delay(this.#random() * this.#cutMilliseconds * 1.2)
    await trouble()
    const overAt = performance.now()
    await accepting
    await expect.poll(() => this.#isWell()).toBe(true)
    await this.#resume(requests, overAt)
  }

  async #isWell(): Promise<boolean> {
    const { status, body } = await new Visitor(this.url).call<Health>('GET', '/api/health')
    return status === 200 && body.checks.database.state === 'ok'
  }

  /** A second server on the same data is refused, reports the process that holds them, and does no harm. */
  async startBeside(): Promise<void> {
    const beside = startKerf({ dataDirectory: this.dataDirectory })
    await expect(beside).rejects.toThrow(/already/i)
    await expect(beside).rejects.toThrow(/process \d+/i)
    expect((await new Visitor(this.url).call('GET', '/api/health')).status).toBe(200)
  }

  /** An orderly stop puts unfinished work back and ends with success; the next start finishes it. */
  async stopWhileCutting(): Promise<void> {
    await this.#accept(await this.#want(2))
    await this.restart()
    await this.#finished()
  }

  /** Requests for different clips, the first of them from two visitors. */
  async #want(clips: number): Promise<ClipRequest[]> {
    const wanted: ClipRequest[] = []
    for (let clip = 0; clip < clips; clip += 1) {
      const range = randomRange(this.#random, this.#videoSeconds)
      for (let viewer = clip === 0 ? 2 : 1; viewer > 0; viewer -= 1) wanted.push(await this.#prepare(range))
    }
    this.#requests.push(...wanted)
    return wanted
  }

  async #prepare(range: TimeRange): Promise<ClipRequest> {
    const visitor = new Visitor(this.url)
    const video = await visitor.process(this.#site.urlOf('/healthy.mp4'))
    const trimmed = await visitor.trim(video, range.startTime, range.endTime)
    expect(trimmed).toMatchObject({ startTime: range.startTime })
    return { visitor, videoId: video.id, range, download: null }
  }

  /** All ask at once. A visitor without an answer, because the server has died, has no accepted download. */
  async #accept(requests: readonly ClipRequest[], { mayRefuse = false } = {}): Promise<void> {
    await Promise.all(
      requests.map(async (request) => {
        const path = `/api/video/${request.videoId}/download`
        const answer = await request.visitor
          .at(this.url)
          .call<Download>('POST', path, { quality: '360p' })
          .catch(() => null)
        if (!answer) return
        if (mayRefuse && answer.status === 503) return expect(answer.body).toMatchObject({ code: 'busy' })
        expect([answer.status, request.download?.id ?? answer.body.id]).toEqual([202, answer.body.id])
        request.download = answer.body
      }),
    )
  }

  async #finished(): Promise<void> {
    for (const { visitor, download } of this.#requests.slice(-3)) {
      if (!download) continue
      const ended = await visitor.at(this.url).finished(download)
      expect(ended, `seed ${this.stats.seed}`).toMatchObject({ status: 'completed' })
    }
  }

  /** Ends it in order and starts it again, which deletes what a kill between publishing and saying so has left. */
  async restart(): Promise<void> {
    expect(await this.#kerf?.stop()).toBe(0)
    expect(await mediaProcesses(this.dataDirectory)).toEqual([])
    await this.start()
  }

  /** Checks every accepted download against its result, and decodes a number of clips. */
  async verify(decoded: number): Promise<void> {
    const promised = new PromisedClips()
    const everyNth = Math.max(1, Math.floor(this.#requests.length / decoded))
    for (const [index, { visitor: before, download, range }] of this.#requests.entries()) {
      const visitor = before.at(this.url)
      if (!download) throw new Error('A visitor never got an answer.')
      // Finished since the start: nothing is waited for here.
      expect((await visitor.status(download)).body.status).toBe('completed')
      const isDecoded = index % everyNth === 0
      await promised.expectWhole(visitor, visitor, download, range, isDecoded)
      if (isDecoded) this.stats.decoded += 1
    }
    this.stats.clips = promised.expectEachOnce()
    expect(await unfinishedFiles(this.dataDirectory)).toEqual([])
    const health = (await new Visitor(this.url).call<Health>('GET', '/api/health')).body
    expect(health.checks).toMatchObject({ database: { state: 'ok' }, queue: { state: 'ok', waiting: 0, running: 0 } })
    this.stats.accepted = this.#requests.length
  }

  async files(): Promise<number> {
    return (await readdir(join(this.dataDirectory, 'files'))).length
  }

  async close(): Promise<void> {
    await this.#kerf?.kill()
    await this.#site.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #longest(figure: `longest${string}` & keyof typeof this.stats, milliseconds: number): void {
    this.stats[figure] = Math.max(this.stats[figure], Math.round(milliseconds))
  }
}
