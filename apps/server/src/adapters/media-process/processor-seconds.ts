import { readFile } from 'node:fs/promises'

/** What `/proc` counts in on Linux, whatever the kernel's own clock: USER_HZ. */
const TICKS_PER_SECOND = 100

/** Processor time of a living process so far, of all its threads; null where the system does not tell, or when it has ended. */
export async function processorSeconds(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The name comes second, in brackets, and may hold anything; utime and stime are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  return Number.isFinite(seconds) ? seconds : null
}
