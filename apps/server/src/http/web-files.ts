import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refused } from '../use-cases/outcome.ts'
import { sendRefusal } from './refusal.ts'

/** Addresses that the web app has a page for; any other is answered with its 404 page, and says so in the status. */
const PAGES = new Set(['/'])
const SAMPLE_FILES = new Set(['/sample/sample.jpg', '/sample/sample-filmstrip.jpg', '/sample/sample-waveform.json'])

/** Serves the built web app: hashed files for ever, the page itself always asked for anew. */
export async function webFiles(app: FastifyInstance, folders: { web: string; sample: string }): Promise<void> {
  const page = join(folders.web, 'index.html')
  await app.register(fastifyStatic, {
    root: folders.web,
    index: false,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControlOf(path)),
  })
  app.get('/sample/:name', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (!SAMPLE_FILES.has(path)) return reply.callNotFound()
    return reply.sendFile(path.replace('/sample/', ''), folders.sample)
  })
  app.get('/', async (_request, reply) => sendPage(reply, 200))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const wantsPage =
      request.method === 'GET' && !path.startsWith('/api/') && request.headers.accept?.includes('text/html')
    if (!wantsPage) return sendRefusal(reply, refused('not_found'))
    return sendPage(reply, PAGES.has(path) ? 200 : 404)
  })

  async function sendPage(reply: Parameters<typeof sendRefusal>[0], status: number) {
    if (!existsSync(page))
      return sendRefusal(reply, refused('not_found', { details: 'The web app is not built: npm run build.' }))
    return reply.code(status).sendFile('index.html')
  }
}

/** Built files carry a hash in their name; the page names them, so it must never be older than they are. */
function cacheControlOf(path: string): string {
  if (path.endsWith('.html')) return 'no-cache'
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
