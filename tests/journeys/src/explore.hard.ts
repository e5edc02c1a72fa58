import { type HostilePath, hostileBehaviours } from '@kerf/standins/hostile/hostile-behaviours'
import { it } from 'vitest'
import { openStrangersServer } from './harness/strangers-server.ts'

it('explores', async () => {
  const s = await openStrangersServer()
  const paths = Object.keys(hostileBehaviours) as HostilePath[]
  const rows: string[] = []
  const left = [...paths]
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let path = left.shift(); path; path = left.shift()) {
        const a = await s.inspect(path).catch((e) => ({ status: 0, code: String(e), seconds: 0 }))
        const b = await s.cut(path).catch((e) => ({ status: 0, code: String(e), seconds: 0, unitsUsed: -1 }))
        rows.push(
          `${path.padEnd(36)} ${a.status} ${a.code} ${a.seconds}s   | ${b.status} ${b.code} ${b.seconds}s units ${b.unitsUsed}`,
        )
      }
    }),
  )
  console.log(rows.join('\n'))
  console.log(await s.leftovers(), await s.peakMemoryMegabytes(), s.site.trapVisits(), await s.kerf.triedConnections())
  console.log(s.kerf.output().slice(0, 6000))
  await s.close()
})
