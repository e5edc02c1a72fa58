import { readdirSync, readFileSync } from 'node:fs'

/** Linux's own, wherever it runs. */
const TICKS_A_SECOND = 100

/** Processor seconds, user and system: of the process itself, and of its children that have ended. */
export interface ProcessTimes {
  own: number
  children: number
}

export function processTimes(processId: number): ProcessTimes {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = statOf(processId).slice(11, 15).map(Number)
  return { own: (user + system) / TICKS_A_SECOND, children: (childUser + childSystem) / TICKS_A_SECOND }
}

/** Of a process and everything that it has started, running or ended. */
export function familySeconds(processId: number): number {
  let seconds = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const isOf = Number(name) === processId || Number(statOf(Number(name))[1]) === processId
      if (!isOf) continue
      const { own, children } = processTimes(Number(name))
      seconds += own + children
    } catch {
      // It has ended meanwhile; its parent has counted it.
    }
  }
  return seconds
}

export function peakMegabytes(processId: number): number {
  return kilobytes(processId, 'VmHWM') / 1024
}

function kilobytes(processId: number, field: string): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
}

/** After the name in brackets, which may have spaces: state, parent, and so on. */
function statOf(processId: number): string[] {
  const stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Seconds that all processors of the machine were at work since it began, whoever they worked for. */
export function machineSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + interrupts + soft + stolen) / TICKS_A_SECOND
}
