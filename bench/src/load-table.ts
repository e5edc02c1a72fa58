import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'

export interface LoadRow {
  what: string
  value: number
  goal?: string
  isMet?: boolean
}

export async function writeLoadTable(rows: readonly LoadRow[], path: string | null, loadBefore: number): Promise<void> {
  const machine = `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}`
  const load = `load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after`
  const lines = rows.map(({ what, value, goal, isMet }) => {
    const met = isMet === undefined ? '' : isMet ? 'met' : 'MISSED'
    return `| ${what} | ${Math.round(value * 10) / 10} | ${goal ?? ''} | ${met} |`
  })
  const text = [
    '# A server under load',
    '',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${machine}; ${load}. Server, cuts, film's server and all callers share the cores.`,
    '',
    '| what | figure | goal | |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
  console.log(text)
  if (path) await writeFile(path, text)
}
