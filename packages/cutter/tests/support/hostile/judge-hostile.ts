import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StampedWorkshop } from '../stamped-source.ts'
import type { HostileFile } from './cruel-file.ts'
import { endingOf, LONGEST_MILLISECONDS } from './hostile-ending.ts'

const ENDINGS = join(import.meta.dirname, 'hostile-endings.json')

/** How each of them has to end, by its name. */
export async function hostileEndings(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(ENDINGS, 'utf8'))
}

/** Cuts the files, and reports each one with an unexpected ending, or that took too long. */
export async function judgeHostile(workshop: StampedWorkshop, files: readonly HostileFile[]): Promise<string[]> {
  const expected = await hostileEndings()
  const wrong: string[] = []
  for (const file of files) {
    const began = performance.now()
    const ending = await endingOf(file, workshop)
    const took = Math.round(performance.now() - began)
    if (process.env.CUTTER_TELL) console.log(`${took} ms ${file.name}: ${ending}`)
    if (ending !== expected[file.name] || took > LONGEST_MILLISECONDS) {
      wrong.push(`${file.name}: ${ending} after ${took} ms, instead of ${expected[file.name]}`)
    }
  }
  return wrong
}
