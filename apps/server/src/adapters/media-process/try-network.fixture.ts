import './no-network.ts'
import dgram from 'node:dgram'
import { lookup } from 'node:dns'
import { lookup as lookupPromise, Resolver } from 'node:dns/promises'
import { get } from 'node:http'
import { createServer, connect as netConnect } from 'node:net'
import { connect as tlsConnect } from 'node:tls'

/** Tries every way into the network. Sends each outcome to its parent process: the name of the error, or 'worked'. */
const LOOPBACK = { host: '127.0.0.1', port: Number(process.argv[2]) }

const ways: Record<string, () => unknown> = {
  net: () => netConnect(LOOPBACK),
  tls: () => tlsConnect(LOOPBACK),
  http: () => get(LOOPBACK),
  fetch: () => fetch(`http://${LOOPBACK.host}:${LOOPBACK.port}/`),
  'a name': () => lookup('localhost', () => undefined),
  'a name, promised': () => lookupPromise('localhost'),
  'a name server': () => new Resolver().resolve4('localhost'),
  listening: () => createServer().listen(0),
  datagrams: () => dgram.createSocket('udp4').send('x', LOOPBACK.port, LOOPBACK.host),
  'a unix socket': () => netConnect('/tmp/none.sock'),
}

const outcomes: Record<string, string> = {}
for (const [name, attempt] of Object.entries(ways)) {
  try {
    await attempt()
    outcomes[name] = 'worked'
  } catch (error) {
    const { name: errorName, cause } = error as Error
    outcomes[name] = cause instanceof Error ? cause.name : errorName
  }
}
process.send?.(outcomes, () => process.exit(0))
