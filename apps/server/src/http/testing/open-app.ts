import type { Method } from '@kerf/contract/protocol/endpoint'
import { afterwards } from '@kerf/stamped-media/temporary-directory'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import pino from 'pino'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { welcomeViewer } from '../../use-cases/accounts/identify-viewer.ts'
import { expireClips } from '../../use-cases/downloads/files/expire-clips.ts'
import { addressQuotaKey } from '../../use-cases/shared/address-quota-key.ts'
import { createCaches } from '../../use-cases/shared/caches.ts'
import type { Deps } from '../../use-cases/shared/deps.ts'
import { createDeviceMarks } from '../../use-cases/shared/device-mark.ts'
import { limitAttempts } from '../../use-cases/shared/limit-attempts.ts'
import { newId } from '../../use-cases/shared/new-id.ts'
import { createSecretSeal } from '../../use-cases/shared/sealed-secret.ts'
import { createModelProvider } from '../../use-cases/testing/model-provider.ts'
import { openPeople, type People, type Person } from '../../use-cases/testing/people.ts'
import { processAtWork } from '../../use-cases/testing/process-at-work.ts'
import { ADDRESS, openWorkbench, type Workbench } from '../../use-cases/testing/workbench.ts'
import { type AppOptions, createApp } from '../create-app.ts'
import type { CallerTimeout } from '../guards/slow-callers.ts'

const NO_PAYMENTS = { clientId: '', clientSecret: '', environment: 'production', webhookId: '' } as const
/** Payments that are set up. */
export const SANDBOX = { clientId: 'client', clientSecret: 'hush', environment: 'sandbox', webhookId: 'WH1' } as const
const VIEWER_COOKIE = 'kerf_viewer'
export const SESSION_COOKIE = 'kerf_session'

/** Who calls: by which cookie, and through which addresses. */
export interface Visitor {
  cookie?: string
  /** What the proxy in front says; without it the call comes from a network of one's own. */
  forwardedFor?: string
}

export interface OpenApp {
  app: FastifyInstance
  /** Payments are not set up at first. */
  deps: Deps
  call(method: Method, url: string, visitor: Visitor, payload?: object): Promise<AppAnswer>
  /** A stranger as the server knows them, and the cookie that they are known by. */
  stranger(forwardedFor?: string): Promise<{ viewer: ViewerRecord; visitor: Visitor }>
}

export interface AppAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what an answer looks like is what the test is about.
  body: any
  headers: Record<string, unknown>
}

type OpenAppOptions = Partial<Deps> & {
  rateLimits?: boolean
  logger?: Logger
  metricsToken?: string | null
  publicUrl?: URL | null
  trustedProxies?: number
  refusalFor?: AppOptions['refusalFor']
  timeout?: CallerTimeout
  /** Then there is no proxy, and addresses are counted. */
  mostConnections?: AppOptions['mostConnections']
}

/** A workbench, its people and the whole server at it, for all tests of a file. */
export async function openAppBench(options: OpenAppOptions | ((bench: Workbench) => OpenAppOptions) = {}) {
  const bench = await openWorkbench()
  const people = await openPeople(bench)
  const server = await openApp(bench, people, typeof options === 'function' ? options(bench) : options)
  return { bench, people, server }
}

/** Somebody who is signed in, as their browser calls. */
export const visitorOf = ({ session }: Pick<Person, 'session'>): Visitor => ({
  cookie: `${SESSION_COOKIE}=${session.sessionToken}`,
})

/** The whole server at a workbench, behind one proxy, without a socket and with nobody who cuts. It is closed afterwards. */
export async function openApp(
  bench: Workbench,
  people: People,
  {
    rateLimits = true,
    logger,
    metricsToken = null,
    publicUrl = null,
    trustedProxies = 1,
    refusalFor = () => null,
    timeout,
    mostConnections,
    ...change
  }: OpenAppOptions = {},
): Promise<OpenApp> {
  const { database } = bench
  const deps: Deps = {
    ...bench,
    accounts: people.accounts,
    limits: limitAttempts({ ...bench, enabled: rateLimits, secret: 'a secret' }),
    addressQuotaKey: addressQuotaKey({ ...bench, enabled: rateLimits, secret: 'a secret' }),
    deviceMarks: createDeviceMarks('a secret'),
    // Of a server of its own.
    caches: createCaches(database),
    demoMode: false,
    chatUrl: null,
    publicUrl,
    processes: { list: async () => [processAtWork(database.cutWorker.state())] },
    version: '0',
    resolverHealth: async () => ({
      state: 'off',
      message: '',
      says: [],
      version: null,
      ageDays: null,
      origin: null,
      steps: [],
    }),
    lastSweepAt: async () => null,
    sweepNow: () => expireClips(bench),
    onSourcesSwitched: () => undefined,
    mailWorker: database.mailWorker,
    emailDelivery: async () => null,
    paymentPresets: NO_PAYMENTS,
    secretSeal: createSecretSeal('a secret'),
    providerFor: createModelProvider,
    webhookSender: { accepts: (url) => url.startsWith('https://'), send: async () => null },
    lastPaymentRoundAt: async () => null,
    ...change,
  }
  const app = await createApp({
    deps,
    metrics: bench.metrics(),
    logger: logger ?? pino({ level: 'silent' }),
    publicUrl,
    metricsToken,
    trustedProxies,
    rateLimits: false,
    sendsEmail: true,
    refusalFor,
    webDirectory: import.meta.dirname,
    sampleDirectory: import.meta.dirname,
    ...(timeout ? { timeout } : {}),
    ...(mostConnections ? { mostConnections, trustedProxies: 0, rateLimits: true } : {}),
  })
  afterwards(() => app.close())

  async function call(method: Method, url: string, visitor: Visitor, payload?: object): Promise<AppAnswer> {
    const headers = {
      ...(visitor.cookie ? { cookie: visitor.cookie } : {}),
      ...(visitor.forwardedFor ? { 'x-forwarded-for': visitor.forwardedFor } : {}),
    }
    const answer = await app.inject({
      method,
      url,
      headers,
      remoteAddress: ADDRESS,
      ...(payload ? { payload } : {}),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
  }

  return {
    app,
    deps,
    call,
    async stranger(forwardedFor) {
      const { viewer, token } = await welcomeViewer(deps)
      const cookie = `${VIEWER_COOKIE}=${token}`
      return { viewer, visitor: { cookie, ...(forwardedFor ? { forwardedFor } : {}) } }
    },
  }
}

/** A video of which every quality is offered. */
export async function videoInEveryQuality(bench: Workbench, viewer: ViewerRecord): Promise<VideoRecord> {
  const video = await bench.video(viewer)
  const [rendition] = video.details.renditions
  if (!rendition) throw new Error('There is no rendition.')
  const renditions = [2160, 1080, 720, 480, 360].map((height) => ({
    ...rendition,
    id: String(height),
    width: (height * 16) / 9,
    height,
  }))
  const whole = { ...video, id: newId(), reference: newId(), details: { ...video.details, renditions } }
  await bench.database.records.videos.insert(whole)
  return whole
}
