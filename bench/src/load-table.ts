import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'

export interface LoadRow {
  what: string
  value: number
  goal?: string
  isMet?: boolean
  /** What else the server did meanwhile. */
  during: During
}

export type During = 'no cuts' | 'two cuts'

export async function writeLoadTable(rows: readonly LoadRow[], path: string | null, loadBefore: number): Promise<void> {
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}`
  const load = `load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after`
  const lines = [...Map.groupBy(rows, ({ what }) => what)].map(([what, both]) => {
    const cell = (during: During): string => {
      const row = both.find((one) => one.during === during)
      if (!row) return ''
      return `${Math.round(row.value * 10) / 10}${row.isMet === false ? ' (missed)' : ''}`
    }
    return `| ${what} | ${cell('no cuts')} | ${cell('two cuts')} | ${both[0]?.goal ?? ''} |`
  })
  const text = [
    '# A server under load',
    '',
    `${machine}; ${load}. Server, cuts, video's server and all callers share the cores.`,
    '',
    '| what | no cuts running | two cuts running | goal |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
  console.log(text)
  if (path) await writeFile(path, text)
}
