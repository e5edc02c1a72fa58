import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'

export interface Socks5ProxyOptions {
  /**
   * Returns a function that takes the client's side of a tunnel; null refuses the target. Nothing leaves this machine
   * except through that function.
   */
  openTarget(host: string, port: number): ((tunnel: Socket) => void) | null
  /** Credentials that clients have to send; left out: none. */
  login?: { user: string; password: string }
}

export type Socks5Proxy = Awaited<ReturnType<typeof startSocks5Proxy>>

const SOCKS_VERSION = 5
const NO_LOGIN_METHOD = 0
const LOGIN_METHOD = 2
const NO_METHOD_CODE = 0xff
const CONNECT_COMMAND = 1
const ADDRESS_BYTES: Record<number, number> = { 1: 4, 4: 16 }
const SUCCESS_CODE = 0
const NOT_ALLOWED_CODE = 2
const COMMAND_NOT_SUPPORTED_CODE = 7

/** A SOCKS5 proxy on loopback (RFC 1928 and 1929) that supports only CONNECT. */
export async function startSocks5Proxy({ openTarget, login }: Socks5ProxyOptions) {
  /** Requested targets in order, as `host:port`: names as clients send them, IPv6 in brackets. */
  const targets: string[] = []

  async function serveClient(socket: Socket): Promise<void> {
    const [, count] = await readExactly(socket, 2)
    const methods = await readExactly(socket, count!)
    const method = login ? LOGIN_METHOD : NO_LOGIN_METHOD
    if (!methods.includes(method)) return void socket.end(Buffer.of(SOCKS_VERSION, NO_METHOD_CODE))
    socket.write(Buffer.of(SOCKS_VERSION, method))
    if (login && !(await isLoggedIn(socket, login))) return void socket.end()
    const [, command, , addressKind] = await readExactly(socket, 4)
    const host = await readHost(socket, addressKind!)
    const port = (await readExactly(socket, 2)).readUInt16BE()
    targets.push(`${host}:${port}`)
    const reply = (status: number) => Buffer.of(SOCKS_VERSION, status, 0, 1, 0, 0, 0, 0, 0, 0)
    if (command !== CONNECT_COMMAND) return void socket.end(reply(COMMAND_NOT_SUPPORTED_CODE))
    const takeTunnel = openTarget(host, port)
    if (!takeTunnel) return void socket.end(reply(NOT_ALLOWED_CODE))
    socket.write(reply(SUCCESS_CODE))
    takeTunnel(socket)
  }

  const { port, close } = await listenOnLoopback(
    createServer((socket) => void serveClient(socket).catch(() => socket.destroy())),
  )
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : ''
  return { url: `socks5://${credentials}127.0.0.1:${port}`, targets, close }
}

async function isLoggedIn(socket: Socket, login: { user: string; password: string }): Promise<boolean> {
  const [, userLength] = await readExactly(socket, 2)
  const user = await readExactly(socket, userLength!)
  const [passwordLength] = await readExactly(socket, 1)
  const password = await readExactly(socket, passwordLength!)
  const isRight = user.toString() === login.user && password.toString() === login.password
  socket.write(Buffer.of(1, isRight ? 0 : 1))
  return isRight
}

async function readHost(socket: Socket, kind: number): Promise<string> {
  const bytes = await readExactly(socket, ADDRESS_BYTES[kind] ?? (await readExactly(socket, 1))[0]!)
  if (kind === 1) return bytes.join('.')
  return kind === 4 ? `[${bytes.toString('hex').match(/.{4}/g)!.join(':')}]` : bytes.toString()
}

/** Reads exactly this many bytes. Later bytes stay in the socket. */
async function readExactly(socket: Socket, count: number): Promise<Buffer> {
  if (count === 0) return Buffer.alloc(0)
  for (;;) {
    const bytes: Buffer | null = socket.read(count)
    if (bytes?.length === count) return bytes
    if (bytes || socket.readableEnded || socket.destroyed) throw new Error('the client left in the middle')
    await once(socket, 'readable')
  }
}
