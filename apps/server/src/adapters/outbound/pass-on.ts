import { spawn } from 'node:child_process'
import { connect, createServer, type Server } from 'node:net'
import { pipeline } from 'node:stream'

/** Passes every connection on to `place`: a port of this machine, or a socket's path. */
export function passOn(place: { port: number; host: string } | { path: string }): Server {
  return createServer((from) => {
    const there = connect(place)
    pipeline(from, there, from, () => undefined)
  })
}

// Run where there is no network: the only port there leads to a socket outside. Ends with the program that it starts.
if (import.meta.main) {
  const [path = '', port = '', program = '', ...args] = process.argv.slice(2)
  passOn({ path }).listen(Number(port), '127.0.0.1', () => {
    const child = spawn(program, args, { stdio: 'inherit' })
    child.on('error', (error) => process.stderr.write(`${error}\n`, () => process.exit(1)))
    child.on('exit', (code) => process.exit(code ?? 1))
  })
}
