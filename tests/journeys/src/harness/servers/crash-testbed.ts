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

export interface CrashTestbedOptions {
  videoSeconds?: number
  /** Variables in addition to those of the testbed. */
  environment?: Record<string, string>
}

/**
 * A real server that cuts a video with numbered frames for several viewers. Media processes or the server are killed at
 * random times. At the end, every accepted download is checked.
 */
export class CrashTestbed {
  readonly stats = {
    seed: 0,
    accepted: 0,
    clips: 0,
    mediaKills: 0,
    /** Kills of media processes that were writing a clip. */
    mediaKillsWhileWriting: 0,
    serverKills: 0,
    killsWhileStarting: 0,
    maxStartMilliseconds: 0,
    /** Longest time from a restart until every accepted download was finished. */
    maxResumeMilliseconds: 0,
    maxOrphanMilliseconds: 0,
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
    { videoSeconds, environment }: Required<CrashTestbedOptions>,
  ) {
    this.#videoSeconds = videoSeconds
    this.#environment = environment
    this.#random = seededRandom(seed)
    this.#folder = folder
    this.#site = site
    this.stats.seed = seed
  }

  static async open(
    seed: number,
    { videoSeconds = 12, environment = {} }: CrashTestbedOptions = {},
  ): Promise<CrashTestbed> {
    const folder = await mkdtemp(join(tmpdir(), 'kerf-crashes-'))
    const site = await openStampedSite(folder, videoSeconds)
    const testbed = new CrashTestbed(seed, folder, site, { videoSeconds, environment })
    await testbed.start()
    // This first cut measures how long a cut takes here. Kills happen within that time.
    const begunAt = performance.now()
    await testbed.#sendRequests(await testbed.#prepareRequests(1))
    await testbed.#expectFinished()
    testbed.#cutMilliseconds = performance.now() - begunAt
    return testbed
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
    this.#recordLongest('maxStartMilliseconds', this.#startMilliseconds)
  }

  /**
   * Kills two media processes while two viewers wait for one clip and a third for another. A cut that is killed twice
   * still has its third and last attempt.
   */
  async killMediaProcesses(): Promise<void> {
    const times = [this.#random(), this.#random()].map((share) => share * this.#cutMilliseconds * 1.2)
    const requests = await this.#prepareRequests(2)
    const begunAt = performance.now()
    const sending = this.#sendRequests(requests)
    for (const time of times.sort((a, b) => a - b)) {
      await delay(Math.max(0, begunAt + time - performance.now()))
      await this.#killOneMediaProcess()
    }
    await sending
    await this.#expectFinished()
  }

  async #killOneMediaProcess(): Promise<void> {
    const processes = await mediaProcesses(this.dataDirectory)
    const victim = processes[Math.floor(this.#random() * processes.length)]
    if (!victim) return
    try {
      process.kill(victim.processId, 'SIGKILL')
    } catch {
      return // The process had just ended.
    }
    this.stats.mediaKills += 1
    if (victim.isWriting) this.stats.mediaKillsWhileWriting += 1
  }

  /** Kills the server during cuts, sometimes also during its next start, and then starts it again. */
  async killServer(killsDuringStart = this.#random() < 0.2): Promise<void> {
    const requests = await this.#prepareRequests(2)
    const time = this.#random() * this.#cutMilliseconds * 1.2
    const sending = this.#sendRequests(requests)
    await delay(time)
    await this.#kerf?.kill()
    this.stats.serverKills += 1
    const killedAt = performance.now()
    await sending
    // A media process ends by itself after its server was killed.
    await expect.poll(() => mediaProcesses(this.dataDirectory)).toEqual([])
    this.#recordLongest('maxOrphanMilliseconds', performance.now() - killedAt)
    if (killsDuringStart) {
      this.stats.killsWhileStarting += 1
      // A server that is ready before its kill is killed afterwards.
      await this.start(this.#random() * this.#startMilliseconds).then(
        () => this.#kerf?.kill(),
        () => undefined,
      )
    }
    await this.start()
    await this.#resume(requests, performance.now())
  }

  /**
   * Waits until all accepted downloads are finished. Visitors without an answer then request again and get one
   * download.
   */
  async #resume(requests: readonly ClipRequest[], recoveredAt: number): Promise<void> {
    await this.#expectFinished()
    this.#recordLongest('maxResumeMilliseconds', performance.now() - recoveredAt)
    await this.#sendRequests(requests)
    await this.#expectFinished()
  }

  /**
   * Lets a service that the server needs fail and come back during requests. Until then, visitors only get the answer
   * to try again, and the server keeps running.
   */
  async interruptDuringRequests(interruptService: () => Promise<void>): Promise<void> {
    const requests = await this.#prepareRequests(2)
    const sending = this.#sendRequests(requests, { mayRefuse: true })
    await delay(this.#random() * this.#cutMilliseconds * 1.2)
    await interruptService()
    const recoveredAt = performance.now()
    await sending
    await expect.poll(() => this.#isHealthy()).toBe(true)
    await this.#resume(requests, recoveredAt)
  }

  async #isHealthy(): Promise<boolean> {
    const { status, body } = await new Visitor(this.url).call<Health>('GET', '/api/health')
    return status === 200 && body.checks.database.state === 'ok'
  }

  /**
   * Starts a second server on the same data. It is refused, names the process that holds the data, and does no harm.
   */
  async expectSecondServerRefused(): Promise<void> {
    const secondServer = startKerf({ dataDirectory: this.dataDirectory })
    await expect(secondServer).rejects.toThrow(/already/i)
    await expect(secondServer).rejects.toThrow(/process \d+/i)
    expect((await new Visitor(this.url).call('GET', '/api/health')).status).toBe(200)
  }

  /**
   * Stops the server in order during cuts, with exit code 0. Unfinished work goes back to the queue, and the next start
   * finishes it.
   */
  async stopWhileCutting(): Promise<void> {
    await this.#sendRequests(await this.#prepareRequests(2))
    await this.restart()
    await this.#expectFinished()
  }

  /** Prepares requests for different clips. Two visitors request the first of them. */
  async #prepareRequests(clips: number): Promise<ClipRequest[]> {
    const requests: ClipRequest[] = []
    for (let clip = 0; clip < clips; clip += 1) {
      const range = randomRange(this.#random, this.#videoSeconds)
      for (let viewer = clip === 0 ? 2 : 1; viewer > 0; viewer -= 1) requests.push(await this.#prepareRequest(range))
    }
    this.#requests.push(...requests)
    return requests
  }

  async #prepareRequest(range: TimeRange): Promise<ClipRequest> {
    const visitor = new Visitor(this.url)
    const video = await visitor.process(this.#site.urlOf('/healthy.mp4'))
    const trimmedVideo = await visitor.setTrim(video, range.startTime, range.endTime)
    expect(trimmedVideo).toMatchObject({ startTime: range.startTime })
    return { visitor, videoId: video.id, range, download: null }
  }

  /** Sends all requests at once. A visitor without an answer, because the server has died, has no accepted download. */
  async #sendRequests(requests: readonly ClipRequest[], { mayRefuse = false } = {}): Promise<void> {
    await Promise.all(
      requests.map(async (request) => {
        const path = `/api/video/${request.videoId}/download`
        const answer = await request.visitor
          .atUrl(this.url)
          .call<Download>('POST', path, { quality: '360p' })
          .catch(() => null)
        if (!answer) return
        if (mayRefuse && answer.status === 503) return expect(answer.body).toMatchObject({ code: 'busy' })
        expect([answer.status, request.download?.id ?? answer.body.id]).toEqual([202, answer.body.id])
        request.download = answer.body
      }),
    )
  }

  async #expectFinished(): Promise<void> {
    for (const { visitor, download } of this.#requests.slice(-3)) {
      if (!download) continue
      const finishedDownload = await visitor.atUrl(this.url).waitUntilEnded(download)
      expect(finishedDownload, `seed ${this.stats.seed}`).toMatchObject({ status: 'completed' })
    }
  }

  /**
   * Stops the server in order and starts it again. The start deletes files that a kill left between publishing and
   * recording.
   */
  async restart(): Promise<void> {
    expect(await this.#kerf?.stop()).toBe(0)
    expect(await mediaProcesses(this.dataDirectory)).toEqual([])
    await this.start()
  }

  /** Checks every accepted download and its file, and decodes about `decodedClips` of them. */
  async verify(decodedClips: number): Promise<void> {
    const promisedClips = new PromisedClips()
    const everyNth = Math.max(1, Math.floor(this.#requests.length / decodedClips))
    for (const [index, { visitor: earlierVisitor, download, range }] of this.#requests.entries()) {
      const visitor = earlierVisitor.atUrl(this.url)
      if (!download) throw new Error('A visitor never got an answer.')
      // All downloads have finished since the start, so none is waited for here.
      expect((await visitor.fetchStatus(download)).body.status).toBe('completed')
      const isDecoded = index % everyNth === 0
      await promisedClips.expectWhole(visitor, visitor, download, range, isDecoded)
      if (isDecoded) this.stats.decoded += 1
    }
    this.stats.clips = promisedClips.expectEachOnce()
    expect(await unfinishedFiles(this.dataDirectory)).toEqual([])
    const health = (await new Visitor(this.url).call<Health>('GET', '/api/health')).body
    expect(health.checks).toMatchObject({ database: { state: 'ok' }, queue: { state: 'ok', waiting: 0, running: 0 } })
    this.stats.accepted = this.#requests.length
  }

  async countFiles(): Promise<number> {
    return (await readdir(join(this.dataDirectory, 'files'))).length
  }

  async close(): Promise<void> {
    await this.#kerf?.kill()
    await this.#site.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  #recordLongest(metric: `max${string}` & keyof typeof this.stats, milliseconds: number): void {
    this.stats[metric] = Math.max(this.stats[metric], Math.round(milliseconds))
  }
}
