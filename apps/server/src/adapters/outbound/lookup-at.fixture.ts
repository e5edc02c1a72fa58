import { Resolver } from 'node:dns/promises'
import type { NameLookup } from './outbound-policy.ts'

/** Resolves names with the name server of a test, over the real protocol. */
export function lookupAt(server: string): NameLookup {
  const resolver = new Resolver()
  resolver.setServers([server])
  return async (name) => {
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return results.flatMap((result, index) =>
      result.status === 'fulfilled' ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
  }
}
