import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PATIENTLY } from '@kerf/standins/waits'
import fastify from 'fastify'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { refused } from '../../use-cases/shared/outcome.ts'
import { RESOLVED_VIDEO } from '../../use-cases/testing/test-backend.ts'
import { closeServer } from '../guards/leave.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { openTestServer } from '../testing/open-app.ts'
import { limitPreviews, previewStream } from './preview-stream.ts'

/** More than the socket buffers hold. */
const FILE_BYTES = 32_000_000
const MAX_OF_ALL = 30

let requestedBytes = 0
const hasRoom = limitPreviews(MAX_OF_ALL)
const bytes = {
  sizeBytes: FILE_BYTES,
  read: async (start: number, end: number) => {
    requestedBytes += end - start
    return new Uint8Array(end - start)
  },
}
const app = fastify({ trustProxy: true })
app.get<{ Params: { viewer: string } }>('/preview/:viewer', (request, reply) => {
  if (!hasRoom({ id: request.params.viewer, kind: 'anonymous' }, request, reply))
    return sendRefusal(reply, refused('busy'))
  return reply.send(previewStream(bytes, 0, FILE_BYTES, request.signal))
})
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => closeServer(app))

/** Requests a preview, and reads only its status. */
async function beginAndHangUp(
  viewer: string,
  address: string,
): Promise<{ socket: Socket; status: string | undefined }> {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`GET /preview/${viewer} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`)
  await once(socket, 'readable')
  return { socket, status: /^HTTP\/1\.1 (\d+)/.exec(String(socket.read(12)))?.[1] }
}

it('reads only the preview bytes that are taken, and limits previews per viewer and IP address', async () => {
  const ownPreviews = []
  for (let count = 0; count < 7; count++) ownPreviews.push(await beginAndHangUp('one', '192.0.2.1'))
  expect(ownPreviews.map(({ status }) => status)).toEqual([...Array(6).fill('200'), '503'])
  expect(requestedBytes).toBeLessThan((6 * FILE_BYTES) / 2)

  const otherPreviews = []
  for (let viewer = 0; viewer < 19; viewer++) otherPreviews.push(await beginAndHangUp(`other-${viewer}`, '192.0.2.1'))
  expect(otherPreviews.map(({ status }) => status)).toEqual([...Array(18).fill('200'), '503'])
  const remotePreview = await beginAndHangUp('elsewhere', '192.0.2.2')
  expect(remotePreview.status).toBe('200')

  // A closed connection makes room.
  ownPreviews[0]?.socket.destroy()
  await vi.waitFor(async () => {
    const nextPreview = await beginAndHangUp('one', '192.0.2.1')
    nextPreview.socket.destroy()
    expect(nextPreview.status).toBe('200')
  }, PATIENTLY)
  for (const { socket } of [...ownPreviews, ...otherPreviews, remotePreview]) socket.destroy()
})

it('limits the previews of all addresses together, and frees the slot of a closed connection', async () => {
  const glanceFromAddresses = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => beginAndHangUp(`${index}`, `198.51.100.${index}`)))
  await vi.waitFor(async () => {
    const previews = await glanceFromAddresses(MAX_OF_ALL + 5)
    for (const { socket } of previews) socket.destroy()
    const statuses = previews.map(({ status }) => status)
    expect(statuses.filter((status) => status === '200')).toHaveLength(MAX_OF_ALL)
    expect(statuses.filter((status) => status === '503')).toHaveLength(5)
  }, PATIENTLY)
})

it('adds all its listeners to the response of a preview without a leak warning of Node', async () => {
  const { backend, server } = await openTestServer(({ source }) => ({ sources: { media: source } }))
  backend.source.answers.push({ ok: true, video: RESOLVED_VIDEO })
  const { client } = await server.createStranger()
  const { body: video } = await server.call('POST', '/api/video/process', client, {
    youtubeUrl: 'https://media.example.org/film.mp4',
  })
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  expect((await server.call('GET', `/api/video/${video.id}/preview`, client)).status).toBe(200)
  expect(warnings).toEqual([])
})
