import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import type { ClientBehaviour } from '@kerf/standins/youtube/client-behaviour'
import { installScriptedYtdlp } from '@kerf/standins/youtube/install-scripted-ytdlp'
import { startYoutubeStandin } from '@kerf/standins/youtube/start-youtube-standin'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { MediaSource, ResolvedVideo } from '../../ports/sources.ts'
import { openParts, withRenewals } from '../../use-cases/shared/renewed-source.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createLadder, LADDER_TIMEOUT_MILLISECONDS } from '../ladder/ladder.ts'
import { createMediaEngine } from '../media-process/media-engine.ts'
import { createEgressPool } from '../outbound/egress-pool.ts'
import { startLoopbackProxy } from '../outbound/loopback-proxy.ts'
import { openFetcher } from '../outbound/loopback-site.fixture.ts'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import type { ResolverStep, StepAnswer } from '../resolver-step.ts'
import { createYtdlpFinder } from '../ytdlp/find-ytdlp.ts'
import { createYtdlpInspector } from '../ytdlp/ytdlp-facts.ts'
import { createYtdlpRunner } from '../ytdlp/ytdlp-runner.ts'
import { createInnertubeStep } from './steps/innertube.ts'
import { createInnertubeVisitors } from './steps/innertube-session.ts'
import { createYoutubeSource, type YoutubeSourceOptions } from './youtube-source.ts'

const signal = new AbortController().signal
const VIDEO = 'StandInVid1'
const directory = temporaryDirectory()
const standin = await startYoutubeStandin({ seconds: 20, upToHeight: 360 })
const extraCaPem = await readFile(standin.caPath, 'utf8')
const engine = createMediaEngine({ scratchDirectory: directory, processesAhead: 0 })
const configuredPath = await installScriptedYtdlp(directory)
const inspector = createYtdlpInspector()
const clock = { now: () => new Date() }
const closings: (() => Promise<unknown>)[] = [() => engine.close(), () => standin.close()]
afterAll(async () => {
  for (const close of closings) await close()
})
beforeEach(() => standin.reset())

/** Opens a source that uses these outgoing proxies, or the stand-in's proxy if there are none. */
async function openSource(proxies: URL[] = [], options: Partial<YoutubeSourceOptions> = {}) {
  const egresses = createEgressPool({ proxies, clock })
  const upstream = { upstreamProxy: new URL(standin.proxyUrl), proxyOf: egresses.proxyOf }
  const proxy = await startLoopbackProxy(createOutboundPolicy(upstream), { extraCaPem })
  closings.unshift(() => proxy.close())
  const files = createDiskFileStore({ filesPath: directory, scratchPath: directory })
  return createYoutubeSource({
    runner: createYtdlpRunner({
      finder: createYtdlpFinder({ configuredPath, searchPath: null, inspector, fetched: null }),
      inspector,
      sslCertFile: standin.caPath,
      concurrency: 4,
      timeoutMilliseconds: options.timing?.totalMilliseconds ?? 120_000,
    }),
    egresses,
    withScripts: true,
    fetcher: openFetcher({ ...upstream, extraCaPem }),
    proxyUrlFor: proxy.urlFor,
    media: { engine, files, clock },
    ...options,
    // A slow test machine must not count as a timeout of YouTube.
    timing: { totalMilliseconds: 120_000, ...options.timing },
  })
}

type Source = Awaited<ReturnType<typeof openSource>>

async function resolveVideo(source: Source): Promise<ResolvedVideo> {
  const resolution = await source.resolve(VIDEO, signal)
  if (!resolution.ok) throw new Error(`refused as ${resolution.code}: ${resolution.cause}`)
  return resolution.video
}

/** Reads the 360p video completely, as a cut would. Returns the digest and the steps whose addresses were used. */
async function readAll(source: Source): Promise<{ digest: string; steps: string[] }> {
  const steps: string[] = []
  const findAgain = async (avoidedSteps: readonly string[]) => {
    const resolution = await source.resolve(VIDEO, signal, avoidedSteps)
    return resolution.ok ? { ok: true as const, value: resolution.video } : resolution
  }
  const digest = await withRenewals(await resolveVideo(source), findAgain, signal, async (video, renew) => {
    const renewAndNote = async (deadVideo: ResolvedVideo) => {
      const newVideo = await renew(deadVideo)
      steps.push(newVideo.resolvedBy!.step)
      return newVideo
    }
    steps.push(video.resolvedBy!.step)
    // Rendition 134 is 360p without audio. Renditions of a playlist have other ids.
    const rendition =
      video.renditions.find(({ id }) => id === '134') ?? video.renditions.find(({ height }) => height === 360)!
    const choice = { video: rendition, audio: rendition, scaleToHeight: null }
    const parts = await openParts(source, video, choice, renewAndNote, signal, [])
    return digestOf(parts.video!)
  })
  return { digest, steps: [...new Set(steps)] }
}

const READ_BYTES = 100_000

async function digestOf(source: MediaSource): Promise<string> {
  const hash = createHash('sha256')
  if ('segments' in source) {
    for (const index of source.segments.keys()) hash.update((await source.readSegment(index, null)).bytes)
  } else {
    for (let offset = 0; offset < source.sizeBytes; offset += READ_BYTES)
      hash.update(await source.read(offset, Math.min(source.sizeBytes, offset + READ_BYTES)))
  }
  return hash.digest('hex')
}

/** Breaks one step for all requests. */
const breaking = {
  innertube: (behaviour: ClientBehaviour) => standin.configureClient('VISIONOS', behaviour, 'innertube'),
  ytdlp: (behaviour: ClientBehaviour) => standin.configureClient('VISIONOS', behaviour, 'ytdlp'),
  'ytdlp-scripts': (behaviour: ClientBehaviour) => standin.configureClient('all', behaviour, 'ytdlp'),
}

const FAILURES: [string, ClientBehaviour, string][] = [
  ['has no formats', { noFormats: true }, 'video_blocked'],
  ['streams by SABR only', { sabrOnly: true }, 'video_blocked'],
  ['asks for proof of being human', { botCheck: true }, 'source_bot_check'],
  ['has to be reloaded', { reloadPage: true }, 'source_failed'],
  ['gets too many requests', { rateLimited: true }, 'source_rate_limited'],
  ['hangs', { hangs: true }, 'source_timeout'],
]
const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'
/**
 * step-verdicts.test.ts covers every message. These cases cover a step that answers without a video, one that is
 * refused, and one that does not answer.
 */
const FIRST_STEP_FAILURES = isFullRun
  ? FAILURES
  : FAILURES.filter(([failureName]) => /^(has no formats|asks for|hangs)/.test(failureName))
/** A case below, in which only one step gives a reason, covers steps that hang. */
const ALL_STEP_FAILURES = isFullRun
  ? FAILURES
  : FAILURES.filter(([failureName]) => /^(has no formats|asks for)/.test(failureName))
const QUICK = { hedgeMilliseconds: 100, totalMilliseconds: 4_000 }

const unbroken = (await readAll(await openSource())).digest

describe("a visitor's video", () => {
  it.each(FIRST_STEP_FAILURES)('comes from the next step if the first %s', async (_, behaviour) => {
    breaking.innertube(behaviour)
    const { digest, steps } = await readAll(await openSource([], { timing: { hedgeMilliseconds: 1000 } }))
    expect(digest).toBe(unbroken)
    // On a busy machine a step that starts a program may be overtaken.
    expect(steps[0]).toMatch(/^ytdlp/)
  })

  it('comes from the second step if that answers just as the first fails', async () => {
    const bothRunning = Promise.withResolvers<void>()
    const video = await resolveVideo(await openSource())
    const steps = (['innertube', 'ytdlp'] as const).map((name) => ({
      name,
      async resolve() {
        if (name === 'ytdlp') bothRunning.resolve()
        await bothRunning.promise
        return name === 'ytdlp'
          ? ({ ok: true, video } as const)
          : ({ ok: false, code: 'source_failed', blame: 'step' } as const)
      },
    }))
    const ladder = createLadder({
      sourceName: 'YouTube',
      steps,
      egresses: createEgressPool({ proxies: [], clock }),
      hedgeMilliseconds: 1,
      metricsRecorder: { resolverAsked: () => {} },
    })
    expect(await ladder.resolve(VIDEO, [], signal)).toMatchObject({ ok: true, step: 'ytdlp' })
  })

  it('comes from ytdlp-scripts if the first two steps fail differently', async () => {
    breaking.innertube({ botCheck: true })
    breaking.ytdlp({ sabrOnly: true })
    expect(await readAll(await openSource())).toEqual({ digest: unbroken, steps: ['ytdlp-scripts'] })
  })

  it('comes from playlists if all steps offer only those', async () => {
    standin.configureClient('all', { hlsOnly: true })
    const { steps } = await readAll(await openSource())
    expect(steps).toEqual(['hls'])
  })

  it("continues at the same byte with the next step's URL after a refusal", async () => {
    breaking.innertube({ forbiddenAfterBytes: 300_000 })
    expect(await readAll(await openSource())).toEqual({ digest: unbroken, steps: ['innertube', 'ytdlp'] })
  })

  it('is renewed once per step if each refuses halfway', async () => {
    breaking.innertube({ forbiddenAfterBytes: 300_000 })
    breaking['ytdlp-scripts']({ forbiddenAfterBytes: 300_000 })
    await expect(readAll(await openSource())).rejects.toMatchObject({ code: 'source_failed', expired: false })
    const playerCalls = standin.requests().filter(({ path }) => path === '/youtubei/v1/player')
    expect(playerCalls.length).toBeLessThan(10)
  })

  it('gets a new visitor session if YouTube rejects the old one', async () => {
    const source = await openSource()
    await resolveVideo(source)
    standin.configureClient('VISIONOS', { expiredSession: true }, 'innertube')
    expect((await resolveVideo(source)).resolvedBy).toMatchObject({ step: 'innertube' })
  })
})

const ALL_FAILURES = [...FAILURES, ['refuses in the middle', { forbiddenAfterBytes: 300_000 }, ''] as const]
const PAIRS = ALL_FAILURES.flatMap(([firstFailure, first]) =>
  ALL_FAILURES.map(([secondFailure, second]) => [firstFailure, secondFailure, first, second] as const),
)

describe.runIf(isFullRun)("a visitor's video, step by step,", () => {
  it.each(PAIRS)(
    'comes from the third step if the first %s and the second %s',
    async (_firstWay, _secondWay, first, second) => {
      breaking.innertube(first)
      breaking.ytdlp(second)
      const source = await openSource([], { timing: { hedgeMilliseconds: 1000 } })
      expect((await readAll(source)).digest).toBe(unbroken)
    },
  )
})

describe('a visitor whose video no step opens', () => {
  it.each(ALL_STEP_FAILURES)('gets the reason if each step %s', async (_, behaviour, code) => {
    standin.configureClient('all', behaviour)
    const source = await openSource([], { timing: QUICK })
    expect(await source.resolve(VIDEO, signal)).toMatchObject({ ok: false, code })
  })

  it('gets the reason of the one step that knows it', async () => {
    const steps: ResolverStep[] = [
      {
        name: 'innertube',
        resolve: (_id, _egress, abort) => once(abort, 'abort').then(() => Promise.reject(abort.reason)),
      },
      { name: 'ytdlp', resolve: async () => ({ ok: false, code: 'source_failed', blame: 'step' }) },
      { name: 'ytdlp-scripts', resolve: async () => ({ ok: false, code: 'video_blocked', blame: 'unsure' }) },
    ]
    const ladder = createLadder({
      sourceName: 'YouTube',
      steps,
      egresses: createEgressPool({ proxies: [], clock }),
      hedgeMilliseconds: 1,
      totalMilliseconds: 300,
      metricsRecorder: { resolverAsked: () => {} },
    })
    expect(await ladder.resolve(VIDEO, [], signal)).toMatchObject({ ok: false, code: 'video_blocked' })
  })

  it('waits for twelve seconds at most', () => expect(LADDER_TIMEOUT_MILLISECONDS).toBeLessThanOrEqual(12_000))

  it("gets the video's own refusal from the first step", async () => {
    const source = await openSource()
    expect(await source.resolve('Private0001', signal)).toMatchObject({ ok: false, code: 'video_private' })
    expect(source.stepStates().map(({ name }) => name)).toEqual(['innertube'])
  })
})

describe('URLs that serve only the beginning', () => {
  it('are detected before a download, and replaced by those of the next step', async () => {
    breaking.innertube({ gated: 100_000 })
    const source = await openSource()
    const first = await source.resolve(VIDEO, signal)
    const replacement = first.ok ? await first.checked!() : null
    expect(replacement?.ok && replacement.video.resolvedBy?.step).toBe('ytdlp')
    // The next request skips the dead step, and the file is probed once.
    expect((await resolveVideo(source)).resolvedBy?.step).toBe('ytdlp')
    expect(source.stepStates().find(({ name }) => name === 'innertube')).toMatchObject({ answered: 1, failed: 1 })
  })

  it('are probed once for all visitors if they work', async () => {
    const source = await openSource()
    for (const _ of [1, 2, 3]) {
      const resolution = await source.resolve(VIDEO, signal)
      expect(resolution.ok && (await resolution.checked!())).toBeNull()
    }
    const probes = standin.requests().filter(({ path }) => path === '/videoplayback')
    expect(probes.map(({ bytes }) => bytes)).toEqual([64 * 1024])
  })

  it('fail the check if no step has better ones', async () => {
    standin.configureClient('all', { gated: 100_000 })
    const first = await (await openSource()).resolve(VIDEO, signal)
    const replacement = first.ok && (await first.checked!())
    expect(replacement).toMatchObject({ ok: false })
  })
})

describe('an operator with several egress addresses', () => {
  it('reads a video, its waveform and sizes through the proxy that resolved it', async () => {
    standin.configureClient('all', { addressesFor: 'requester' })
    const proxies = [new URL(await standin.openProxy()), new URL(await standin.openProxy('socks5'))]
    const source = await openSource(proxies)
    const results = [await readAll(source), await readAll(source), await readAll(source)]
    expect(results).toEqual(Array(3).fill({ digest: unbroken, steps: ['innertube'] }))
    const video = await resolveVideo(source)
    expect(new Set(video.renditions.map(({ egress }) => egress))).toEqual(new Set([video.resolvedBy?.egress]))
    expect((await source.readWaveform!(video.waveform!.address, signal)).peaks.length).toBeGreaterThan(0)
    expect((await source.readSizeIndex!(video, signal)).frameBytes.length).toBeGreaterThan(0)
  })

  it('uses the other proxy if one meets a bot check', async () => {
    const [suspect, trustedProxy] = [await standin.openProxy(), await standin.openProxy()]
    standin.configureClient('all', { botCheck: true, through: suspect })
    const source = await openSource([new URL(suspect), new URL(trustedProxy)])
    for (const _ of [1, 2, 3]) expect((await resolveVideo(source)).resolvedBy).toMatchObject({ step: 'innertube' })
    const calls = standin.requests().filter(({ path }) => path === '/youtubei/v1/player')
    expect(calls.length).toBeLessThanOrEqual(2 * 4)
  })

  it('uses the other proxy while a dead one is paused', async () => {
    const site = await listenOnLoopback(createServer())
    await site.close()
    const deadProxy = new URL(`http://127.0.0.1:${site.port}`)
    const source = await openSource([deadProxy, new URL(standin.proxyUrl)])
    const [first, second] = [await resolveVideo(source), await resolveVideo(source)]
    expect(first.resolvedBy?.step).toBe('innertube')
    expect(second.resolvedBy).toEqual(first.resolvedBy)
  })

  it('waits once for a silent proxy, and then pauses it', async () => {
    const silentProxy = await listenOnLoopback(createServer())
    closings.unshift(() => silentProxy.close())
    const proxies = [new URL(`http://127.0.0.1:${silentProxy.port}`), new URL(standin.proxyUrl)]
    const source = await openSource(proxies, { timing: { totalMilliseconds: 3_000 } })
    expect(await source.resolve(VIDEO, signal)).toMatchObject({ ok: false, code: 'source_timeout' })
    const [second, thirdVideo] = [await resolveVideo(source), await resolveVideo(source)]
    expect(thirdVideo.resolvedBy).toEqual(second.resolvedBy)
  })

  it('resolves a video again if another machine resolved it', async () => {
    standin.configureClient('all', { addressesFor: 'requester' })
    const direct = await openSource()
    const video = await resolveVideo(direct)
    expect(direct.canRead(video)).toBe(true)
    expect((await openSource()).canRead(video)).toBe(false)
    const proxied = await openSource([new URL(await standin.openProxy())])
    expect(proxied.canRead(video)).toBe(false)
    expect(direct.canRead(await resolveVideo(proxied))).toBe(false)
  })
})

it('a step that keeps failing goes last for a while, and first again after it recovers', async () => {
  breaking.innertube({ noFormats: true })
  const source = await openSource()
  for (const videoId of ['StandInVid1', 'WeirdTitle1', 'NoWebm00001']) await source.resolve(videoId, signal)
  expect(source.stepStates().find(({ name }) => name === 'innertube')).toMatchObject({ failed: 3, isOpen: true })
  standin.reset()
  expect((await resolveVideo(source)).resolvedBy?.step).toBe('ytdlp')
  breaking['ytdlp-scripts']({ noFormats: true })
  expect((await resolveVideo(source)).resolvedBy?.step).toBe('innertube')
  expect(source.stepStates().find(({ name }) => name === 'innertube')).toMatchObject({ isOpen: false })
})

describe('a failure of a video or of the network', () => {
  const REFUSALS: Record<string, StepAnswer> = {
    restricted: { ok: false, code: 'video_blocked', blame: 'unsure', cause: 'This video is restricted.' },
    unresolvable: {
      ok: false,
      code: 'source_failed',
      blame: 'step',
      cause: 'getaddrinfo EAI_AGAIN www.youtube.com',
      trouble: { reason: 'dns', about: 'www.youtube.com', host: 'www.youtube.com', systemCode: 'EAI_AGAIN' },
    },
    late: { ok: false, code: 'source_timeout', blame: 'step', cause: 'It did not answer.' },
    reload: { ok: false, code: 'source_failed', blame: 'step', cause: 'The page needs to be reloaded.' },
    missing: { ok: false, code: 'resolver_missing', blame: 'step', cause: 'There is no yt-dlp.' },
  }
  const ids = (amount: number) => Array.from({ length: amount }, (_, index) => `Video00000${index}`)

  /** Creates a ladder of two steps that always give these answers. Any name outside `REFUSALS` stands for a video. */
  async function ladderOf(first: string, second: string) {
    const video = await resolveVideo(await openSource())
    const openedCircuits: string[] = []
    const answer = (name: string): StepAnswer => REFUSALS[name] ?? { ok: true, video }
    const steps = [
      { name: 'innertube' as const, resolve: async () => answer(first) },
      { name: 'ytdlp' as const, resolve: async () => answer(second) },
    ]
    const ladder = createLadder({
      sourceName: 'YouTube',
      steps,
      egresses: createEgressPool({ proxies: [], clock }),
      metricsRecorder: { resolverAsked: () => {} },
      onCircuitOpened: (step) => openedCircuits.push(step),
    })
    return { ladder, openedCircuits }
  }

  it.each(['restricted', 'missing'])(
    'is no failure of a step if YouTube refuses seven videos, with yt-dlp %s',
    async (second) => {
      const { ladder, openedCircuits } = await ladderOf('restricted', second)
      for (const id of ids(7)) expect(await ladder.resolve(id, [], signal)).toMatchObject({ code: 'video_blocked' })
      expect(ladder.lookupFailure()).toBeNull()
      expect(openedCircuits).toEqual([])
      expect(ladder.states()[0]).toMatchObject({ name: 'innertube', answered: 7, failed: 0, isOpen: false })
    },
  )

  it("is a step's failure if the next step plays the video, and three put it last", async () => {
    const { ladder, openedCircuits } = await ladderOf('restricted', 'plays')
    for (const id of ids(3)) expect(await ladder.resolve(id, [], signal)).toMatchObject({ ok: true, step: 'ytdlp' })
    expect(openedCircuits).toEqual(['innertube'])
  })

  it('names a missing network at once, and blames neither yt-dlp nor a step', async () => {
    const { ladder, openedCircuits } = await ladderOf('unresolvable', 'missing')
    expect(await ladder.resolve(VIDEO, [], signal)).toMatchObject({
      ok: false,
      code: 'source_failed',
      step: 'innertube',
      trouble: { reason: 'dns', about: 'www.youtube.com' },
    })
    expect(ladder.lookupFailure()).toEqual({ cause: 'dns, www.youtube.com, EAI_AGAIN', isNetwork: true })
    for (const id of ids(7)) await ladder.resolve(id, [], signal)
    expect(openedCircuits).toEqual([])
  })

  it.each([
    ['late', 'missing', 'source_timeout'],
    ['late', 'restricted', 'video_blocked'],
    ['unresolvable', 'late', 'source_failed'],
    ['reload', 'missing', 'resolver_missing'],
  ])('after %s and %s is reported as %s', async (first, second, code) => {
    const { ladder } = await ladderOf(first, second)
    expect(await ladder.resolve(VIDEO, [], signal)).toMatchObject({ ok: false, code })
  })

  it('is found in the player call: a name, a status, a certificate', async () => {
    const failLookup = async () => {
      throw Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN', syscall: 'getaddrinfo' })
    }
    const askPlayer = async (policy: Parameters<typeof openFetcher>[0]) =>
      createInnertubeStep(createInnertubeVisitors(openFetcher(policy))).resolve(VIDEO, '', signal)
    expect(await askPlayer({ lookup: failLookup })).toMatchObject({
      code: 'source_failed',
      blame: 'step',
      trouble: { reason: 'dns', host: 'www.youtube.com', systemCode: 'EAI_AGAIN' },
    })
    // The certificate authority of this proxy is not trusted.
    const byProxy = { upstreamProxy: new URL(standin.proxyUrl) }
    expect(await askPlayer(byProxy)).toMatchObject({ trouble: { reason: 'tls', host: 'www.youtube.com' } })
  })
})
