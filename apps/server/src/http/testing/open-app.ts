import type { Method } from '@kerf/contract/protocol/endpoint'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import pino from 'pino'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { welcomeViewer } from '../../use-cases/accounts/identify-viewer.ts'
import { expireClips } from '../../use-cases/downloads/files/expire-clips.ts'
import { createCaches } from '../../use-cases/shared/caches.ts'
import type { Deps } from '../../use-cases/shared/deps.ts'
import { createDeviceMarks } from '../../use-cases/shared/device-mark.ts'
import { ipAddressQuotaKey } from '../../use-cases/shared/ip-address-quota-key.ts'
import { limitAttempts } from '../../use-cases/shared/limit-attempts.ts'
import { newId } from '../../use-cases/shared/new-id.ts'
import { createSecretSeal } from '../../use-cases/shared/sealed-secret.ts'
import { createModelProvider } from '../../use-cases/testing/model-provider.ts'
import { openPeople, type People, type Person } from '../../use-cases/testing/people.ts'
import { workerProcess } from '../../use-cases/testing/process-at-work.ts'
import { openTestBackend, PRIVATE_IP_ADDRESS, type TestBackend } from '../../use-cases/testing/test-backend.ts'
import { type AppOptions, createApp } from '../create-app.ts'
import type { CallerTimeout } from '../guards/slow-callers.ts'

const NO_PAYMENTS = { clientId: '', clientSecret: '', environment: 'production', webhookId: '' } as const
/** Settings of payments that are set up. */
export const SANDBOX_SETTINGS = {
  clientId: 'client',
  clientSecret: 'hush',
  environment: 'sandbox',
  webhookId: 'WH1',
} as const
const VIEWER_COOKIE = 'kerf_viewer'
export const SESSION_COOKIE = 'kerf_session'

/** Caller of the server: its cookie and its IP address. */
export interface TestClient {
  cookie?: string
  /** IP address that the proxy in front reports; without it the call comes from a private network. */
  forwardedFor?: string
}

export interface OpenApp {
  app: FastifyInstance
  /** Dependencies of the server. Payments are not set up at first. */
  deps: Deps
  call(method: Method, url: string, client: TestClient, payload?: object): Promise<AppAnswer>
  /** Creates a stranger: the viewer of the server, and the client that sends its cookie. */
  createStranger(forwardedFor?: string): Promise<{ viewer: ViewerRecord; client: TestClient }>
}

export interface AppAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what an answer looks like is what the test is about.
  body: any
  headers: Record<string, unknown>
}

export type OpenAppOptions = Partial<Deps> & {
  rateLimits?: boolean
  logger?: Logger
  metricsToken?: string | null
  publicUrl?: URL | null
  trustedProxies?: number
  refusalFor?: AppOptions['refusalFor']
  timeout?: CallerTimeout
  /** Limits of connections. With them the server has no proxy in front, and rate limits are on. */
  maxConnections?: AppOptions['maxConnections']
  /** Folder of the built web app; there is none by default. */
  webDirectory?: string
}

/** Opens a test backend, its people and a server on it, for all tests of a file. */
export async function openTestServer(options: OpenAppOptions | ((backend: TestBackend) => OpenAppOptions) = {}) {
  const backend = await openTestBackend()
  const people = await openPeople(backend)
  const server = await openApp(backend, people, typeof options === 'function' ? options(backend) : options)
  return { backend, people, server }
}

/** Client with the session cookie of a person. */
export const signedInClient = ({ session }: Pick<Person, 'session'>): TestClient => ({
  cookie: `${SESSION_COOKIE}=${session.sessionToken}`,
})

/** The client after an answer, which may have given the browser a new session token. */
export function clientAfter({ headers }: AppAnswer, client: TestClient): TestClient {
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';', 1)[0] ?? '')
  const cookie = cookies.find((text) => text.startsWith(`${SESSION_COOKIE}=`))
  return cookie === undefined ? client : { ...client, cookie }
}

/**
 * Opens the whole server on a test backend: behind one proxy, without a socket and without a worker. It closes after the
 * tests.
 */
export async function openApp(
  backend: TestBackend,
  people: People,
  {
    rateLimits = true,
    logger,
    metricsToken = null,
    publicUrl = null,
    trustedProxies = 1,
    refusalFor = () => null,
    timeout,
    maxConnections,
    webDirectory = import.meta.dirname,
    ...change
  }: OpenAppOptions = {},
): Promise<OpenApp> {
  const { database } = backend
  const deps: Deps = {
    ...backend,
    accounts: people.accounts,
    limits: limitAttempts({ ...backend, enabled: rateLimits, secret: 'a secret' }),
    ipAddressQuotaKey: ipAddressQuotaKey({ ...backend, enabled: rateLimits, secret: 'a secret' }),
    deviceMarks: createDeviceMarks('a secret'),
    // Each server has caches of its own.
    caches: createCaches(database),
    demoMode: false,
    chatUrl: null,
    publicUrl,
    processes: { list: async () => [workerProcess(database.cutWorker.state())] },
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
    sweepNow: () => expireClips(backend),
    onSourcesSwitched: () => undefined,
    mailWorker: database.mailWorker,
    emailDelivery: async () => null,
    newestVersion: null,
    paymentPresets: NO_PAYMENTS,
    secretSeal: createSecretSeal('a secret'),
    providerFor: createModelProvider,
    webhookSender: { accepts: (url) => url.startsWith('https://'), send: async () => null },
    lastPaymentRoundAt: async () => null,
    ...change,
  }
  const app = await createApp({
    deps,
    metrics: backend.metrics(),
    logger: logger ?? pino({ level: 'silent' }),
    publicUrl,
    metricsToken,
    trustedProxies,
    rateLimits: false,
    sendsEmail: true,
    refusalFor,
    webDirectory,
    sampleDirectory: import.meta.dirname,
    ...(timeout ? { timeout } : {}),
    ...(maxConnections ? { maxConnections, trustedProxies: 0, rateLimits: true } : {}),
  })
  addCleanup(() => app.close())

  async function call(method: Method, url: string, client: TestClient, payload?: object): Promise<AppAnswer> {
    const headers = {
      ...(client.cookie ? { cookie: client.cookie } : {}),
      ...(client.forwardedFor ? { 'x-forwarded-for': client.forwardedFor } : {}),
    }
    const answer = await app.inject({
      method,
      url,
      headers,
      remoteAddress: PRIVATE_IP_ADDRESS,
      ...(payload ? { payload } : {}),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
  }

  return {
    app,
    deps,
    call,
    async createStranger(forwardedFor) {
      const { viewer, token } = await welcomeViewer(deps)
      const cookie = `${VIEWER_COOKIE}=${token}`
      return { viewer, client: { cookie, ...(forwardedFor ? { forwardedFor } : {}) } }
    },
  }
}

/** Stores a video with a rendition of every quality. */
export async function createVideoInEveryQuality(backend: TestBackend, viewer: ViewerRecord): Promise<VideoRecord> {
  const video = await backend.video(viewer)
  const [rendition] = video.details.renditions
  if (!rendition) throw new Error('There is no rendition.')
  const renditions = [2160, 1080, 720, 480, 360].map((height) => ({
    ...rendition,
    id: String(height),
    width: (height * 16) / 9,
    height,
  }))
  const fullVideo = { ...video, id: newId(), reference: newId(), details: { ...video.details, renditions } }
  await backend.database.records.videos.insert(fullVideo)
  return fullVideo
}
