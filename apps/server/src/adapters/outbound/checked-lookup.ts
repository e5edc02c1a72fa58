import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { OutboundPolicy } from './outbound-policy.ts'

/**
 * The `lookup` of net.connect for one host and port. What it answers is what gets connected, so there is no second
 * resolution in which a name could change its mind. Node does not call it for addresses: judge those before.
 */
export function checkedLookup(policy: OutboundPolicy, host: string, port: number): LookupFunction {
  return (_hostname, options, answer) => {
    policy.resolve(host, port).then(
      (addresses) => {
        const wanted = addresses.filter(({ family }) => !options.family || options.family === family)
        const first: LookupAddress | undefined = wanted[0]
        if (!first) answer(new Error('no address of the wanted family'), '', 0)
        else if (options.all) answer(null, wanted)
        else answer(null, first.address, first.family)
      },
      (error: Error) => answer(error, '', 0),
    )
  }
}
