import { spawn } from 'node:child_process'
import { connect, createServer, type Server } from 'node:net'
import { pipeline } from 'node:stream'

/** Creates a server that passes every connection on to a port of this machine, or to a Unix socket. */
export function passOn(target: { port: number; host: string } | { path: string }): Server {
  return createServer((incomingSocket) => {
    const outgoing = connect(target)
    pipeline(incomingSocket, outgoing, incomingSocket, () => undefined)
  })
}

// As a program, this runs in a sandbox without network, where its port leads to a socket outside. It starts another
// program and ends with it.
if (process.argv[1] === import.meta.filename) {
  const [path = '', port = '', program = '', ...args] = process.argv.slice(2)
  passOn({ path }).listen(Number(port), '127.0.0.1', () => {
    const child = spawn(program, args, { stdio: 'inherit' })
    child.on('error', (error) => process.stderr.write(`${error}\n`, () => process.exit(1)))
    child.on('exit', (code) => process.exit(code ?? 1))
  })
}
