import { networkInterfaces } from 'node:os'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from './environment/environment.ts'
import { listen } from './listen.ts'

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1')

/** Calls the server on both loopback addresses. Returns the caller's IP as the server sees it; null if unreachable. */
async function readCallerAddresses(environment: NodeJS.ProcessEnv) {
  const app = fastify()
  app.get('/', async ({ ip }) => ip)
  addCleanup(() => app.close())
  const { port } = new URL(await listen(app, readEnvironment({ PORT: '0', ...environment })))
  const readListenAddress = (host: string) =>
    fetch(`http://${host}:${port}`).then(
      (response) => response.text(),
      () => null,
    )
  return { v4: await readListenAddress('127.0.0.1'), v6: await readListenAddress('[::1]') }
}

describe('HOST', () => {
  it.runIf(hasIpv6)('unset means all IPv4 and IPv6 addresses', async () => {
    expect(await readCallerAddresses({})).toEqual({ v4: '::ffff:127.0.0.1', v6: '::1' })
  })

  it.runIf(hasIpv6).each(['[::1]', '::1'])('%s means only that address', async (HOST) => {
    expect(await readCallerAddresses({ HOST })).toEqual({ v4: null, v6: '::1' })
  })

  it('0.0.0.0 means all IPv4 addresses', async () => {
    expect(await readCallerAddresses({ HOST: '0.0.0.0' })).toEqual({ v4: '127.0.0.1', v6: null })
  })

  it.each(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])(
    'unset means all IPv4 addresses on a machine without IPv6 (%s)',
    async (code) => {
      const triedHosts: string[] = []
      const app = {
        async listen({ host }: { host: string }) {
          triedHosts.push(host)
          if (host === '::') throw Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' })
          return 'http://127.0.0.1:3000'
        },
      }
      expect(await listen(app, readEnvironment({}))).toBe('http://localhost:3000')
      expect(triedHosts).toEqual(['::', '0.0.0.0'])
    },
  )
})
