import { spawnSync } from 'node:child_process'
import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'

/** Lists known vulnerabilities of production packages. Exits with 1 for high or critical ones, 2 without an answer. */
const severitiesSchema = z.object({ low: z.number(), moderate: z.number(), high: z.number(), critical: z.number() })
const findingSchema = z.object({ name: z.string(), severity: z.string(), range: z.string() })
const reportSchema = z.object({
  metadata: z.object({ vulnerabilities: severitiesSchema }),
  vulnerabilities: z.record(z.string(), findingSchema),
})

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
const auditReport = reportSchema.safeParse(jsonIn(stdout))
if (!auditReport.success) {
  console.error('The registry has not answered: nothing is known. Try from another network.')
  process.exit(2)
}
const { metadata, vulnerabilities } = auditReport.data
for (const { name, severity, range } of Object.values(vulnerabilities)) console.log(`${severity}: ${name} ${range}`)
const { low, moderate, high, critical } = metadata.vulnerabilities
console.log(`${critical} critical, ${high} high, ${moderate} moderate, ${low} low`)
process.exit(critical + high > 0 ? 1 : 0)
