import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { confinementPrefix } from '../confinement.ts'
import { passOn } from '../outbound/pass-on.ts'

/** Programs, libraries and certificate authorities that yt-dlp may read. No keys or personal files are there. */
const SYSTEM_PATHS = [
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
  /** Proxy in the arguments; absent if the command opens no connection. */
  proxyUrl?: string | undefined
  sslCertFile?: string | undefined
}

/** Script that forwards connections. In an installed package it is JavaScript, like this file. */
const PASS_ON = join(import.meta.dirname, `../outbound/pass-on${extname(import.meta.filename)}`)
/** Package file that declares the module type of that script. */
const PACKAGE_PATH = join(import.meta.dirname, '../../../package.json')

/**
 * Returns the command line that confines yt-dlp: it reads only the system and its own program, writes only its folder,
 * sees only its own processes, and connects only through a socket in that folder to the proxy. Without bubblewrap the
 * command stays unconfined.
 */
export async function confineYtdlp(command: YtdlpCommand, directory: string, resources: AsyncDisposableStack) {
  const { path, args, proxyUrl, sslCertFile } = command
  const readable = [
    ...SYSTEM_PATHS,
    ...(await programOf(path)),
    PASS_ON,
    PACKAGE_PATH,
    ...(sslCertFile ? [sslCertFile] : []),
  ]
  const sandbox = confinementPrefix({ readable, writable: directory, niceness: YTDLP_NICENESS })
  if (sandbox.length === 0) return [path, ...args]
  const socket = join(directory, 'proxy')
  const port = proxyUrl ? new URL(proxyUrl).port : '0'
  if (proxyUrl) {
    const server = passOn({ port: Number(port), host: '127.0.0.1' }).listen(socket)
    resources.defer(() => void server.close())
    await once(server, 'listening')
  }
  return [...sandbox, process.execPath, PASS_ON, socket, port, path, ...args]
}

/**
 * Returns the program's files. A program in a folder `bin`, as of a virtual environment, needs the folders beside it.
 */
async function programOf(path: string): Promise<string[]> {
  const folder = dirname(await realpath(path).catch(() => path))
  const siblings = basename(folder) === 'bin' ? ['bin', 'lib', 'lib64', 'pyvenv.cfg'] : []
  return [path, ...siblings.map((part) => join(folder, '..', part))]
}
