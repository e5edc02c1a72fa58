import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

class NetworkForbiddenError extends Error {
  override readonly name = 'NetworkForbiddenError'
}

/**
 * Imported first by the process that decodes strangers' files: any socket that a library or file tries to open fails.
 * Http, tls and fetch all go through `net`; the channel to the server was opened by the parent.
 */
function refuse(): never {
  throw new NetworkForbiddenError('A media process has no network.')
}

function shut(target: object, isShut: (name: string) => boolean): void {
  for (const name of Object.getOwnPropertyNames(target).filter(isShut)) {
    if (typeof Reflect.get(target, name) === 'function') Reflect.set(target, name, refuse)
  }
}

const isLookup = (name: string): boolean => /^(lookup|resolve|reverse)/.test(name)
shut(net.Socket.prototype, (name) => name === 'connect')
shut(net.Server.prototype, (name) => name === 'listen')
shut(dgram.Socket.prototype, (name) => ['bind', 'connect', 'send', 'addMembership'].includes(name))
shut(dns, isLookup)
shut(dns.promises, isLookup)
shut(dns.Resolver.prototype, isLookup)
shut(dns.promises.Resolver.prototype, isLookup)
// Those who import single functions get the refusing ones too.
syncBuiltinESMExports()
