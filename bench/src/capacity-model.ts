import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capacityReport } from './capacity/capacity-report.ts'
import { EXAMPLE_PRICES } from './capacity/prices.ts'
import { readMeasuredCosts } from './cost/measured-costs.ts'

/** What the measured costs come to: machines, processes, addresses, money. Calculates; measures nothing. */
const text = capacityReport(readMeasuredCosts(), EXAMPLE_PRICES)
console.log(text)
await writeFile(join(import.meta.dirname, '../results/capacity.md'), text)
