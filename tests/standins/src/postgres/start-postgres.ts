import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { postgresPrograms } from './postgres-programs.ts'

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

export interface PostgresOptions {
  /** Whether commits reach the disk, as in production. A database that is not durable takes a third of the time. */
  durable?: boolean
}

const USER = 'kerf'
const START_TIMEOUT_MILLISECONDS = 60_000
const POLL_INTERVAL_MILLISECONDS = 20
/** Index of the status line in postmaster.pid, which pg_ctl reads too. */
const STATUS_LINE = 7

/** The number of connections is high, because every test file opens databases with two pools each. */
const SETTINGS = ['listen_addresses=', 'max_connections=400', 'timezone=UTC', 'log_min_messages=fatal']
const FAST_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

/**
 * A shell script that ends the server at once when the starting process is gone, also by kill -9: the system closes
 * descriptor 3 then. Nothing is ever written there.
 */
const GUARD_SCRIPT =
  '"$@" & server=$!; (cat <&3; kill -QUIT $server) >/dev/null 2>&1 & wait $server; status=$?; kill $! 2>/dev/null; exit $status'

/**
 * Starts a real PostgreSQL for tests. Its socket is in a folder of its own, so it needs no port.
 * @throws Error if PostgreSQL is not installed (postgresPrograms), or does not start
 */
export async function startPostgres({ durable = false }: PostgresOptions = {}) {
  const programs = postgresPrograms()
  if (programs === null) throw new Error('PostgreSQL is not installed here: no initdb on the PATH or in usual places.')
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(enterableFolder(account), 'kerf-postgres-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const initArguments = [
    '-D',
    data,
    '-U',
    USER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    ...(durable ? [] : ['--no-sync']),
  ]
  execFileSync(join(programs, 'initdb'), initArguments, {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: folder,
    ...account,
  })
  const settings = [...SETTINGS, `unix_socket_directories=${folder}`, ...(durable ? [] : FAST_SETTINGS)]
  const command = [join(programs, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])]

  let server: ChildProcess | null = null
  /** Resolves once the server takes connections. */
  const start = async () => {
    server = spawn('sh', ['-c', GUARD_SCRIPT, 'sh', ...command], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      cwd: folder,
      detached: true,
      ...account,
    })
    await untilReady(server, data)
  }
  /** 'in order' disconnects all clients first. 'at once' is like a crash: the next start recovers from the log. */
  const stop = async (stopMode: 'in order' | 'at once') => {
    const runningServer = server
    server = null
    if (!runningServer || runningServer.exitCode !== null) return
    const exit = once(runningServer, 'exit')
    if (stopMode === 'in order') process.kill(Number(parseStatus(data)[0]), 'SIGINT')
    else startGuard(runningServer).destroy()
    await exit
    startGuard(runningServer).destroy()
  }
  const urlOf = (database: string) => `postgres://${USER}@localhost/${database}?host=${encodeURIComponent(folder)}`
  const remove = async () => {
    await stop('at once')
    rmSync(folder, { recursive: true, force: true })
  }
  await start().catch(async (error) => {
    await remove()
    throw error
  })
  return {
    /** Address of the database `postgres`, for a user who may do anything. */
    url: urlOf('postgres'),
    urlOf,
    start,
    stop,
    remove,
  }
}

async function untilReady(server: ChildProcess, data: string): Promise<void> {
  let errorText = ''
  const errors = server.stdio[2] as Readable
  errors.setEncoding('utf8').on('data', (text) => {
    errorText = `${errorText}${text}`.slice(-2_000)
  })
  const deadline = Date.now() + START_TIMEOUT_MILLISECONDS
  while (parseStatus(data)[STATUS_LINE]?.trim() !== 'ready') {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}: ${errorText}`)
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not start: ${errorText}`)
    await delay(POLL_INTERVAL_MILLISECONDS)
  }
}

function parseStatus(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function startGuard(server: ChildProcess): Writable {
  return server.stdio[3] as Writable
}

interface Account {
  uid: number
  gid: number
}

/** An account for PostgreSQL, which refuses to run as root; null: this process is not root. */
function unprivilegedAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** The first folder for temporary files that the account may enter. */
function enterableFolder(account: Account | null): string {
  const folders = [tmpdir(), process.env.LASTING_TMPDIR ?? '/tmp', '/tmp']
  return folders.find((folder) => account === null || isEnterable(folder)) ?? tmpdir()
}

function isEnterable(folder: string): boolean {
  const mayEnter = (statSync(folder).mode & 0o001) !== 0
  return mayEnter && (dirname(folder) === folder || isEnterable(dirname(folder)))
}
