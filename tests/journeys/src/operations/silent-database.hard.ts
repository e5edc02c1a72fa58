import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { type PostgresServer, startPostgres } from '@kerf/standins/postgres/start-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENTLY } from '../harness/browser.ts'
import { type RunningKerf, runCommand, startKerf } from '../harness/servers/start-kerf.ts'
import { Visitor } from '../harness/visitor.ts'

/** More calls than a process has connections: the last ones wait for a connection and get none. */
const CALL_COUNT = 15
const ROLES_AND_COMMANDS = [['serve'], ['web'], ['worker'], ['migrate'], ['admin', 'accept-secret', '--force']]

describe.skipIf(postgresPrograms() === null)('a PostgreSQL that accepts connections and never answers', () => {
  const folder = temporaryDirectory()
  let postgres: PostgresServer
  let relay: Server
  let isSilent = true
  const sockets: Socket[] = []
  let environment: Record<string, string>

  beforeAll(async () => {
    postgres = await startPostgres()
    const socketPath = join(new URL(postgres.url).searchParams.get('host') ?? '', '.s.PGSQL.5432')
    relay = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined))
      if (!isSilent) socket.pipe(connect(socketPath).on('error', () => undefined)).pipe(socket)
    }).listen(0, '127.0.0.1')
    await once(relay, 'listening')
    const { port } = relay.address() as AddressInfo
    environment = { DATABASE_URL: `postgres://kerf@127.0.0.1:${port}/postgres`, DATA_DIR: join(folder, 'data') }
  })
  afterAll(async () => {
    silence()
    relay?.close()
    await postgres?.remove()
  })

  /** Cuts open connections and gives new ones no answer, like a firewall that has lost its state. */
  function silence(): void {
    isSilent = true
    for (const socket of sockets.splice(0)) socket.destroy()
  }

  it.each(ROLES_AND_COMMANDS)('makes `%s` fail with a sentence, without a stack', async (...words) => {
    const { exitCode, output } = await runCommand(words, {
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://kerf.example',
      ...environment,
    })
    expect(exitCode).toBe(1)
    expect(output).toContain(
      'The database is not responding. Check that it is running and that its address is correct.',
    )
    expect(output).not.toContain(' at ')
  })

  it('does not block callers of a running server, and is used again once it answers', async () => {
    isSilent = false
    const web: RunningKerf = await startKerf({
      role: 'web',
      dataDirectory: join(folder, 'web'),
      environment: { ...environment, DATA_DIR: join(folder, 'web'), LOG_LEVEL: 'fatal' },
    })
    const paste = () => new Visitor(web.url).call('POST', '/api/video/process', { youtubeUrl: 'kerf:sample' })
    expect((await paste()).status).toBe(200)

    silence()
    const answers = await Promise.all(Array.from({ length: CALL_COUNT }, paste))
    expect(answers.map(({ status }) => status)).toEqual(Array(CALL_COUNT).fill(503))
    expect(answers[0]?.body).toMatchObject({ code: 'busy' })
    expect((await new Visitor(web.url).call('GET', '/readyz')).status).toBe(503)

    isSilent = false
    await expect.poll(async () => (await paste()).status, PATIENTLY).toBe(200)
    expect(await web.stop()).toBe(0)
  })
})
