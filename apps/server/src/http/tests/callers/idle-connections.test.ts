import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPeople } from '../../../use-cases/testing/people.ts'
import { openTestBackend } from '../../../use-cases/testing/test-backend.ts'
import { closeServer } from '../../guards/leave.ts'
import { connectionLimitsFor, descriptorLimit } from '../../guards/limit-connections.ts'
import { openApp } from '../../testing/open-app.ts'

const CONNECTION_LIMITS = { ofAll: 12, ofOneIpAddress: 5 }
const [ATTACKER, OTHER] = ['127.0.0.1', '127.0.0.2']

it('a server accepts as many connections as its descriptors allow, and few per IP address', () => {
  expect(connectionLimitsFor(1024)).toEqual({ ofAll: 512, ofOneIpAddress: 128 })
  expect(connectionLimitsFor(1_048_576)).toEqual({ ofAll: 10_000, ofOneIpAddress: 2000 })
  expect(connectionLimitsFor(null)).toEqual({ ofAll: 10_000, ofOneIpAddress: 2000 })
})

it.skipIf(process.platform !== 'linux')('a server knows its descriptor limit', () => {
  const limit = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout.trim()
  expect(descriptorLimit()).toBeGreaterThan(0)
  if (limit !== 'unlimited') expect(descriptorLimit()).toBeLessThanOrEqual(Number(limit))
})

// Only Linux allows connections from each of these loopback IP addresses.
describe.skipIf(process.platform !== 'linux')('a server with idle connections', async () => {
  const backend = await openTestBackend()
  const server = await openApp(backend, await openPeople(backend), { maxConnections: CONNECTION_LIMITS })
  const clientSockets = new Set<Socket>()
  beforeAll(() => server.app.listen({ port: 0, host: '127.0.0.1' }))
  afterAll(() => closeServer(server.app))
  beforeEach(async () => {
    for (const socket of clientSockets) await untilHungUp(socket.destroy())
    clientSockets.clear()
    await nobodyIsLeft()
  })

  async function dial(localAddress: string): Promise<Socket> {
    const { port } = server.app.server.address() as { port: number }
    const connectionEvent = once(server.app.server, 'connection')
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
    clientSockets.add(socket)
    await Promise.all([once(socket, 'connect'), connectionEvent])
    return socket
  }
  async function dialMany(localAddress: string, count: number): Promise<Socket[]> {
    const sockets = []
    for (let index = 0; index < count; index++) sockets.push(await dial(localAddress))
    return sockets
  }
  const open = () => new Promise<number>((resolve) => server.app.server.getConnections((_, count) => resolve(count)))
  async function nobodyIsLeft(): Promise<void> {
    while ((await open()) > 0) await new Promise((resolve) => setImmediate(resolve))
  }

  async function ask(socket: Socket): Promise<string> {
    socket.write('GET /api/plans HTTP/1.1\r\nhost: x\r\n\r\n')
    const [answer] = await once(socket, 'data')
    return String(answer).split('\r\n')[0] ?? ''
  }

  it('limits them per IP address, closes the longest idle one first, and answers others', async () => {
    const attackSockets = await dialMany(ATTACKER, 40)
    await Promise.all(attackSockets.slice(0, -CONNECTION_LIMITS.ofOneIpAddress).map(untilHungUp))
    expect(await open()).toBe(CONNECTION_LIMITS.ofOneIpAddress)
    expect(await ask(await dial(OTHER))).toBe('HTTP/1.1 200 OK')
    expect(attackSockets.slice(-CONNECTION_LIMITS.ofOneIpAddress).filter(({ closed }) => closed)).toEqual([])
  })

  it('keeps the connection that was used last', async () => {
    const [first, second] = await dialMany(ATTACKER, CONNECTION_LIMITS.ofOneIpAddress)
    expect(await ask(first!)).toBe('HTTP/1.1 200 OK')
    await dial(ATTACKER)
    await untilHungUp(second!)
    expect(await ask(first!)).toBe('HTTP/1.1 200 OK')
  })

  it('refuses a new connection instead of closing one that awaits an answer', async () => {
    const busySockets = await dialMany(ATTACKER, CONNECTION_LIMITS.ofOneIpAddress)
    for (const socket of busySockets) {
      // After `expect: 100-continue` the server answers the headers, and then waits for the body.
      socket.write(
        'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n',
      )
      await once(socket, 'data')
    }
    await untilHungUp(await dial(ATTACKER))
    for (const socket of busySockets) {
      socket.write('{}')
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 400/)
    }
  })

  it('makes room for others after many addresses have taken all connections', async () => {
    const attackSockets = []
    for (let address = 10; address < 14; address++) attackSockets.push(...(await dialMany(`127.0.0.${address}`, 3)))
    await dial('127.0.0.10')
    await untilHungUp(attackSockets[0]!)
    expect(await ask(await dial(OTHER))).toBe('HTTP/1.1 200 OK')
    expect(await open()).toBe(CONNECTION_LIMITS.ofAll)
  })
})

/** Waits until the connection is closed or reset. */
async function untilHungUp(socket: Socket): Promise<void> {
  socket.resume()
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
}
