import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import {
  ADDRESS_FILE_TEXT,
  readAddressFile,
  SECOND_EVENT_DELAY_MILLISECONDS,
  testAddress,
} from '@kerf/contract/admin-address'
import { PROCESS_EVENTS_TYPE } from '@kerf/contract/process-events'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../use-cases/shared/deps.ts'
import { keepCheckMark, readCheckMark } from './callers/identify-caller.ts'
import { sendFile } from './files/send-file.ts'
import { ANSWERED, adminRoute } from './routing/route.ts'

/**
 * Routes with which the admin panel tests the connection from the browser to this server: `testConnection` of the
 * contract.
 */
export function addressRoutes(app: FastifyInstance, deps: Deps<'database'>, trustedProxies: number): void {
  adminRoute(app, deps, readAddressFile, ({ query, request, reply }) => {
    if (query.mark) keepCheckMark(request, reply, query.mark)
    const bytes = Buffer.from(ADDRESS_FILE_TEXT)
    return sendFile(request, reply, {
      sizeBytes: bytes.byteLength,
      mediaType: 'text/plain; charset=utf-8',
      etag: `address-${bytes.byteLength}`,
      cacheControl: 'private, no-store',
      open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
    })
  })

  adminRoute(app, deps, testAddress, ({ request, reply, signal }) => {
    const seesVisitors = 'x-forwarded-for' in request.headers === trustedProxies > 0
    return sendEvents(reply, eventsAfter({ mark: readCheckMark(request) ?? null, seesVisitors }, signal))
  })
}

/**
 * Sends lines with the same headers as the events of `POST /api/video/process`, to test whether a proxy holds them
 * back.
 */
async function sendEvents(reply: FastifyReply, lines: AsyncIterable<string>): Promise<typeof ANSWERED> {
  reply
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .type(PROCESS_EVENTS_TYPE)
    .send(Readable.from(lines))
  return ANSWERED
}

async function* eventsAfter(first: object, signal: AbortSignal): AsyncGenerator<string> {
  yield `${JSON.stringify(first)}\n`
  // A caller who hangs up ends the pause.
  await delay(SECOND_EVENT_DELAY_MILLISECONDS, null, { signal }).catch(() => undefined)
  yield '{}\n'
}
