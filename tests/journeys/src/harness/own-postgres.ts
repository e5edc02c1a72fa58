import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'

/** Where distributions put its programs, beside the search path. */
const USUAL_PLACES = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql*/bin']
const USER = 'kerf'

/** Where PostgreSQL's programs are; null where it is not installed. */
export function postgresPrograms(): string | null {
  const places = [...(process.env.PATH ?? '').split(delimiter), ...USUAL_PLACES.flatMap((place) => globSync(place))]
  return (
    places.find((place) => ['initdb', 'postgres', 'pg_isready'].every((name) => existsSync(join(place, name)))) ?? null
  )
}

interface Account {
  uid: number
  gid: number
}

/** A PostgreSQL server of the tests' own, to be stopped and started at will. It is as durable as any other. */
export class OwnPostgres {
  readonly #programs: string
  readonly #folder: string
  readonly #account: Account | null
  readonly #port: number
  #server: ChildProcess | null = null

  private constructor(programs: string, folder: string, account: Account | null, port: number) {
    this.#programs = programs
    this.#folder = folder
    this.#account = account
    this.#port = port
  }

  static async open(programs: string): Promise<OwnPostgres> {
    // Whom it runs as may not enter the folders of whom the tests run as.
    const folder = mkdtempSync(join(process.env.LASTING_TMPDIR ?? tmpdir(), 'kerf-postgres-'))
    const account = unprivileged()
    if (account) chownSync(folder, account.uid, account.gid)
    const port = await listenOnLoopback(createServer())
    await port.close()
    const postgres = new OwnPostgres(programs, folder, account, port.port)
    const how = ['-D', postgres.#data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C']
    execFileSync(join(programs, 'initdb'), how, { stdio: 'ignore', cwd: folder, ...account })
    await postgres.start()
    return postgres
  }

  get url(): string {
    return `postgres://${USER}@127.0.0.1:${this.#port}/postgres`
  }

  get #data(): string {
    return join(this.#folder, 'data')
  }

  /** Resolves once it takes connections. */
  async start(): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
    const server = spawn(
      join(this.#programs, 'postgres'),
      ['-D', this.#data, '-p', String(this.#port), ...settings.flatMap((setting) => ['-c', setting])],
      { stdio: 'ignore', cwd: this.#folder, ...this.#account },
    )
    this.#server = server
    while (!this.#isReady()) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}.`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** In order, cutting off whoever is connected; or as a crash would, with its log to be read at the next start. */
  async stop(how: 'in order' | 'at once'): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server || server.exitCode !== null) return
    const exit = once(server, 'exit')
    server.kill(how === 'in order' ? 'SIGINT' : 'SIGQUIT')
    await exit
  }

  async remove(): Promise<void> {
    await this.stop('at once')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #isReady(): boolean {
    try {
      execFileSync(join(this.#programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(this.#port)], {
        stdio: 'ignore',
      })
      return true
    } catch {
      return false
    }
  }
}

/** It refuses to run as root. */
function unprivileged(): Account | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
