import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { confined } from '../../confinement.ts'
import { passOn } from '../../outbound/pass-on.ts'

/** What programs of the system are made of, and whom they trust; nothing in which keys or people's files lie. */
const SYSTEM = [
  '/bin',
  '/sbin',
  '/usr/bin',
  '/usr/local/bin',
  '/usr/share',
  '/nix/store',
  '/home/linuxbrew/.linuxbrew',
  '/etc/alternatives',
  '/etc/ca-certificates',
  '/etc/ssl/certs',
  '/etc/ssl/cert.pem',
  '/etc/ssl/openssl.cnf',
  '/etc/pki/tls/certs',
  '/etc/pki/tls/cert.pem',
  '/etc/pki/ca-trust/extracted',
]
export const YTDLP_NICENESS = 5

export interface YtdlpCommand {
  path: string
  args: readonly string[]
  /** Where its arguments lead it, if it asks anybody. */
  proxyUrl?: string | undefined
  sslCertFile?: string | undefined
}

/** In an installed package it is JavaScript, like this file. */
const PASS_ON = join(import.meta.dirname, `../../outbound/pass-on${extname(import.meta.filename)}`)
/** Says what language that file is in. */
const PACKAGE = join(import.meta.dirname, '../../../../package.json')

/**
 * What to start so that yt-dlp reads the system and itself alone, writes its folder alone, sees no process but its own, and has one way
 * out: a socket in that folder, which leads to the proxy. As it is where bubblewrap does not work.
 */
export async function confineYtdlp(command: YtdlpCommand, directory: string, opened: AsyncDisposableStack) {
  const { path, args, proxyUrl, sslCertFile } = command
  const readable = [...SYSTEM, ...(await programOf(path)), PASS_ON, PACKAGE, ...(sslCertFile ? [sslCertFile] : [])]
  const outside = confined({ readable, writable: directory, niceness: YTDLP_NICENESS })
  if (outside.length === 0) return [path, ...args]
  const socket = join(directory, 'proxy')
  const port = proxyUrl ? new URL(proxyUrl).port : '0'
  if (proxyUrl) {
    const server = passOn({ port: Number(port), host: '127.0.0.1' }).listen(socket)
    opened.defer(() => void server.close())
    await once(server, 'listening')
  }
  return [...outside, process.execPath, PASS_ON, socket, port, path, ...args]
}

/** A program in a folder `bin`, as of a virtual environment, has its parts beside that. */
async function programOf(path: string): Promise<string[]> {
  const folder = dirname(await realpath(path).catch(() => path))
  const around = basename(folder) === 'bin' ? ['bin', 'lib', 'lib64', 'pyvenv.cfg'] : []
  return [path, ...around.map((part) => join(folder, '..', part))]
}
