import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import type { VideoRecord, VideoSources, ViewerRecord } from '../../ports.ts'
import { newId } from '../../use-cases/new-id.ts'
import type { People } from '../../use-cases/testing/people.ts'
import { ADDRESS, type Workbench } from '../../use-cases/testing/workbench.ts'
import { createUseCases } from '../../use-cases/use-cases.ts'
import { createApp } from '../create-app.ts'
import { createMetrics } from '../metrics.ts'

const VIEWER_COOKIE = 'kerf_viewer'
export const SESSION_COOKIE = 'kerf_session'

/** Who calls: by which cookie, and through which addresses. */
export interface Visitor {
  cookie?: string
  /** What the proxy in front says; without it the call comes from a network of one's own. */
  forwardedFor?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface OpenApp {
  app: FastifyInstance
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
  change: { rateLimits?: boolean; sources?: VideoSources } = {},
): Promise<OpenApp> {
  const { database } = bench
  const useCases = createUseCases({
    ...bench,
    accounts: people.accounts,
    attemptLimits: change.rateLimits ?? true,
    secret: 'a secret',
    demoMode: false,
    sources: change.sources ?? { youtube: bench.source },
    worker: database.cutWorker,
    version: '0',
    resolverHealth: async () => ({ state: 'off', message: '', version: null, ageDays: null, origin: null }),
    lastSweepAt: () => null,
    paymentProvider: null,
    log: pino({ level: 'silent' }),
  })
  const app = await createApp({
    useCases,
    metrics: createMetrics(database.cutWorker),
    logger: pino({ level: 'silent' }),
    version: '0',
    publicUrl: null,
    withPayPal: false,
    trustedProxies: 1,
    rateLimits: false,
    webDirectory: import.meta.dirname,
    sampleDirectory: import.meta.dirname,
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
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), headers: answer.headers }
  }

  return {
    app,
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
