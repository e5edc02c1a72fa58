import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

class NetworkForbiddenError extends Error {
  override readonly name = 'NetworkForbiddenError'
}

/**
 * Takes the place of every function that opens a socket. The process that decodes untrusted files imports this module
 * first. HTTP, TLS and fetch all use `net`; the parent process opened the channel to the server.
 */
function refuseNetwork(): never {
  throw new NetworkForbiddenError('A media process has no network.')
}

function replaceByRefusal(target: object, isReplaced: (name: string) => boolean): void {
  for (const name of Object.getOwnPropertyNames(target).filter(isReplaced)) {
    if (typeof Reflect.get(target, name) === 'function') Reflect.set(target, name, refuseNetwork)
  }
}

const isLookup = (name: string): boolean => /^(lookup|resolve|reverse)/.test(name)
replaceByRefusal(net.Socket.prototype, (name) => name === 'connect')
replaceByRefusal(net.Server.prototype, (name) => name === 'listen')
replaceByRefusal(dgram.Socket.prototype, (name) => ['bind', 'connect', 'send', 'addMembership'].includes(name))
replaceByRefusal(dns, isLookup)
replaceByRefusal(dns.promises, isLookup)
replaceByRefusal(dns.Resolver.prototype, isLookup)
replaceByRefusal(dns.promises.Resolver.prototype, isLookup)
// Named imports of these modules get the replaced functions too.
syncBuiltinESMExports()
