import { spawnSync } from 'node:child_process'
import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'

/** What the registry knows of faults in the packages that run in production. Exits with 1 where one matters, 2 where nobody answered. */
const severities = z.object({ low: z.number(), moderate: z.number(), high: z.number(), critical: z.number() })
const finding = z.object({ name: z.string(), severity: z.string(), range: z.string() })
const report = z.object({
  metadata: z.object({ vulnerabilities: severities }),
  vulnerabilities: z.record(z.string(), finding),
})

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
const parsed = report.safeParse(jsonIn(stdout))
if (!parsed.success) {
  console.error('The registry has not answered: nothing is known. Try from another network.')
  process.exit(2)
}
const { metadata, vulnerabilities } = parsed.data
for (const { name, severity, range } of Object.values(vulnerabilities)) console.log(`${severity}: ${name} ${range}`)
const { low, moderate, high, critical } = metadata.vulnerabilities
console.log(`${critical} critical, ${high} high, ${moderate} moderate, ${low} low`)
process.exit(critical + high > 0 ? 1 : 0)
