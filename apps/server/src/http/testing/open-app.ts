import type { Method } from '@kerf/contract/protocol/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import pino from 'pino'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { expireClips } from '../../use-cases/downloads/expire-clips.ts'
import { newId } from '../../use-cases/new-id.ts'
import { providerInForce } from '../../use-cases/payments/effective-provider.ts'
import { createPaymentSettings, type PaymentSettings } from '../../use-cases/payments/payment-settings.ts'
import { createSecretSeal } from '../../use-cases/payments/sealed-secret.ts'
import { createModelProvider } from '../../use-cases/testing/model-provider.ts'
import type { People } from '../../use-cases/testing/people.ts'
import { processAtWork } from '../../use-cases/testing/process-at-work.ts'
import { ADDRESS, type Workbench } from '../../use-cases/testing/workbench.ts'
import { createUseCases, type UseCaseDeps, type UseCases } from '../../use-cases/use-cases.ts'
import { type AppOptions, createApp } from '../create-app.ts'
import type { CallerPatience } from '../guards/slow-callers.ts'

const NO_PAYMENTS = { clientId: '', clientSecret: '', environment: 'production', webhookId: '' } as const
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
  useCases: UseCases
  /** None are set up at first. */
  paymentSettings: PaymentSettings
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

/** The whole server at a workbench, behind one proxy, without a socket and with nobody who cuts. */
export async function openApp(
  bench: Workbench,
  people: People,
  {
    rateLimits = true,
    logger,
    metricsToken = null,
    refusalFor = () => null,
    patience,
    ...change
  }: {
    rateLimits?: boolean
    logger?: Logger
    metricsToken?: string | null
    refusalFor?: AppOptions['refusalFor']
    patience?: CallerPatience
  } & Partial<UseCaseDeps> = {},
): Promise<OpenApp> {
  const { database } = bench
  const paymentSettings = createPaymentSettings({ given: NO_PAYMENTS, seal: createSecretSeal('a secret') })
  const paymentProvider = providerInForce({ database, paymentSettings, providerFor: createModelProvider })
  const useCases = createUseCases({
    ...bench,
    accounts: people.accounts,
    attemptLimits: rateLimits,
    secret: 'a secret',
    demoMode: false,
    sources: { youtube: bench.source },
    worker: database.cutWorker,
    processes: { list: async () => [processAtWork(database.cutWorker.standing())] },
    version: '0',
    resolverHealth: async () => ({ state: 'off', message: '', says: [], version: null, ageDays: null, origin: null }),
    lastSweepAt: async () => null,
    sweepNow: expireClips({ ...bench, worker: bench }),
    onSourcesSwitched: () => undefined,
    mailWorker: database.mailWorker,
    lettersWay: async () => null,
    paymentSettings,
    paymentProvider,
    lastPaymentRoundAt: async () => null,
    log: pino({ level: 'silent' }),
    ...change,
  })
  const app = await createApp({
    useCases,
    metrics: bench.metrics(),
    logger: logger ?? pino({ level: 'silent' }),
    version: '0',
    publicUrl: null,
    withPayPal: async () => (await paymentProvider()) !== null,
    filesOrigin: (change.files ?? bench.files).addressesOrigin,
    metricsToken,
    trustedProxies: 1,
    rateLimits: false,
    refusalFor,
    webDirectory: import.meta.dirname,
    sampleDirectory: import.meta.dirname,
    ...(patience ? { patience } : {}),
  })

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
    paymentSettings,
    useCases,
    call,
    async stranger(forwardedFor) {
      const { viewer, token } = await useCases.welcome()
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
