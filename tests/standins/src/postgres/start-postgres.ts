import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { postgresPrograms } from './postgres-programs.ts'

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

export interface PostgresChoices {
  /** Whether a commit is on the disk, as everywhere but in tests. Without it a database is made in a third of the time. */
  durable?: boolean
}

const USER = 'kerf'
const START_MILLISECONDS = 60_000
const LOOK_EVERY_MILLISECONDS = 20
/** Line 8 of postmaster.pid is what pg_ctl looks at, too. */
const STATUS_LINE = 7

/** Every file of a run opens databases, each with two pools. */
const SETTINGS = ['listen_addresses=', 'max_connections=400', 'timezone=UTC', 'log_min_messages=fatal']
const FOR_TESTS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

/**
 * Ends the server at once when who started it is gone, also by kill -9: descriptor 3 is closed by the system then. Nothing else is
 * ever written there.
 */
const GUARDED =
  '"$@" & server=$!; (cat <&3; kill -QUIT $server) >/dev/null 2>&1 & wait $server; status=$?; kill $! 2>/dev/null; exit $status'

/**
 * A real PostgreSQL of the tests' own, reached by a socket in a folder of its own: no port that another run could have. Throws
 * where PostgreSQL is not installed (postgresPrograms), or does not start.
 */
export async function startPostgres({ durable = false }: PostgresChoices = {}) {
  const programs = postgresPrograms()
  if (programs === null) throw new Error('PostgreSQL is not installed here: no initdb on the PATH or in usual places.')
  const account = unprivileged()
  const folder = mkdtempSync(join(openFolder(account), 'kerf-postgres-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const how = ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', ...(durable ? [] : ['--no-sync'])]
  execFileSync(join(programs, 'initdb'), how, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...account })
  const settings = [...SETTINGS, `unix_socket_directories=${folder}`, ...(durable ? [] : FOR_TESTS)]
  const command = [join(programs, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])]

  let server: ChildProcess | null = null
  /** Resolves once it takes connections. */
  const start = async () => {
    server = spawn('sh', ['-c', GUARDED, 'sh', ...command], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      cwd: folder,
      detached: true,
      ...account,
    })
    await untilReady(server, data)
  }
  /** 'in order': disconnects all clients first. 'at once': like a crash, so that the next start recovers from its log. */
  const stop = async (how: 'in order' | 'at once') => {
    const running = server
    server = null
    if (!running || running.exitCode !== null) return
    const exit = once(running, 'exit')
    if (how === 'in order') process.kill(Number(statusOf(data)[0]), 'SIGINT')
    else guardOf(running).destroy()
    await exit
    guardOf(running).destroy()
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
    /** Of the database `postgres`, for a user who may do anything. */
    url: urlOf('postgres'),
    urlOf,
    start,
    stop,
    remove,
  }
}

async function untilReady(server: ChildProcess, data: string): Promise<void> {
  let said = ''
  const errors = server.stdio[2] as Readable
  errors.setEncoding('utf8').on('data', (text) => {
    said = `${said}${text}`.slice(-2_000)
  })
  const deadline = Date.now() + START_MILLISECONDS
  while (statusOf(data)[STATUS_LINE]?.trim() !== 'ready') {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}: ${said}`)
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not start: ${said}`)
    await delay(LOOK_EVERY_MILLISECONDS)
  }
}

function statusOf(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function guardOf(server: ChildProcess): Writable {
  return server.stdio[3] as Writable
}

interface Account {
  uid: number
  gid: number
}

/** It refuses to run as root. */
function unprivileged(): Account | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** The first folder for temporary things that whom it runs as may enter. */
function openFolder(account: Account | null): string {
  const folders = [tmpdir(), process.env.LASTING_TMPDIR ?? '/tmp', '/tmp']
  return folders.find((folder) => account === null || isOpen(folder)) ?? tmpdir()
}

function isOpen(folder: string): boolean {
  const mayEnter = (statSync(folder).mode & 0o001) !== 0
  return mayEnter && (dirname(folder) === folder || isOpen(dirname(folder)))
}
