import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middleIndex = sorted.length >> 1
  const upperValue = sorted[middleIndex] ?? Number.NaN
  return sorted.length % 2 === 1 ? upperValue : ((sorted[middleIndex - 1] ?? Number.NaN) + upperValue) / 2
}

export function describeMachine(): string {
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`
}

/** @param headings separated by ` | `, as in the table */
export function markdownTable(headings: string, rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [`| ${headings} |`, line(headings.split(' | ').map(() => '---')), ...rows.map(line)].join('\n')
}

export async function writeResult(name: string, report: string): Promise<void> {
  console.log(report)
  await writeFile(join(import.meta.dirname, '../results', name), report)
}
