import { networkInterfaces } from 'node:os'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from './environment/environment.ts'
import { listen } from './listen.ts'

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === '::1')

/** The caller's IP address as the server sees it, for each loopback address that reaches the server. */
async function reachedBy(environment: NodeJS.ProcessEnv) {
  const app = fastify()
  app.get('/', async ({ ip }) => ip)
  addCleanup(() => app.close())
  const { port } = new URL(await listen(app, readEnvironment({ PORT: '0', ...environment })))
  const read = (host: string) =>
    fetch(`http://${host}:${port}`).then(
      (answer) => answer.text(),
      () => null,
    )
  return { v4: await read('127.0.0.1'), v6: await read('[::1]') }
}

describe('HOST', () => {
  it.runIf(hasIpv6)('unset is every address, by IPv4 and by IPv6', async () => {
    expect(await reachedBy({})).toEqual({ v4: '::ffff:127.0.0.1', v6: '::1' })
  })

  it.runIf(hasIpv6).each(['[::1]', '::1'])('%s is that address alone', async (HOST) => {
    expect(await reachedBy({ HOST })).toEqual({ v4: null, v6: '::1' })
  })

  it('0.0.0.0 is every address of IPv4', async () => {
    expect(await reachedBy({ HOST: '0.0.0.0' })).toEqual({ v4: '127.0.0.1', v6: null })
  })

  it.each(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])(
    'unset is every address of IPv4 where IPv6 is missing (%s)',
    async (code) => {
      const listened: string[] = []
      const app = {
        async listen({ host }: { host: string }) {
          listened.push(host)
          if (host === '::') throw Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' })
          return 'http://127.0.0.1:3000'
        },
      }
      expect(await listen(app, readEnvironment({}))).toBe('http://localhost:3000')
      expect(listened).toEqual(['::', '0.0.0.0'])
    },
  )
})
