import cookie from '@fastify/cookie'
import { PRODUCT_SLUG } from '@kerf/domain/product'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FoundSession } from '../account-ports.ts'
import type { ViewerRecord } from '../ports.ts'
import type { UseCases } from '../use-cases/use-cases.ts'

const VIEWER_COOKIE = `${PRODUCT_SLUG}_viewer`
/** Browsers keep no cookie longer than 400 days. */
const COOKIE_SECONDS = 400 * 24 * 3600

/** Makes the viewer of each API call known. A cookie is set only when a viewer starts something, never for looking. */
export async function viewerCookie(app: FastifyInstance, useCases: UseCases): Promise<void> {
  await app.register(cookie)
  app.decorateRequest('viewer', null)
  app.decorateRequest('session', null)
  app.decorateRequest('welcomeViewer')
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request)) return
    request.viewer = await useCases.viewers.find(request.cookies[VIEWER_COOKIE])
    request.welcomeViewer = async () => {
      if (request.viewer) return request.viewer
      const { viewer, token } = await useCases.viewers.welcome()
      request.viewer = viewer
      reply.setCookie(VIEWER_COOKIE, token, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https',
        maxAge: COOKIE_SECONDS,
      })
      return viewer
    }
  })
}

export function isApiCall(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/api/') ?? false
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: ViewerRecord | null
    session: FoundSession | null
    welcomeViewer(): Promise<ViewerRecord>
  }
}
