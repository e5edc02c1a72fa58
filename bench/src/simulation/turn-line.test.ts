import type { QueueClass } from '@kerf/domain/jobs/queue-turns'
import { describe, expect, it } from 'vitest'
import { TurnLine, type WaitingJob } from './turn-line.ts'

interface NamedJob extends WaitingJob {
  name: string
}
const jobOf = (name: string, kind: QueueClass = 'ordinary', asker = 0): NamedJob => ({
  ...{ name, kind, asker, waitsSince: 0, lap: 0, isTaken: false },
})
function served(line: TurnLine<NamedJob>): string {
  const names: string[] = []
  for (let job = line.take(); job; job = line.take()) names.push(job.name)
  return names.join('')
}

describe('jobs that wait in the simulation', () => {
  it('are taken as the product takes them: four paid ones, then an ordinary one', () => {
    const line = new TurnLine<NamedJob>()
    for (const [asker, kind] of [...'oopooppppppoopppppop'].entries())
      line.join(jobOf(kind, kind === 'p' ? 'paid' : 'ordinary', asker))
    expect(served(line)).toBe('ppppoppppoppppopoooo')
  })

  it('of one class go round by asker: whoever asks for many keeps nobody waiting for all of them', () => {
    const line = new TurnLine<NamedJob>()
    for (const name of 'aaaa') line.join(jobOf(name, 'ordinary', 1))
    for (const name of 'bb') line.join(jobOf(name, 'ordinary', 2))
    line.join(jobOf('c', 'ordinary', 3))
    expect(served(line)).toBe('abcabaa')
  })

  it('come first again when their worker died, and the age is that of who waits longest', () => {
    const line = new TurnLine<NamedJob>()
    const [first, second] = [jobOf('1', 'ordinary', 1), { ...jobOf('2', 'ordinary', 2), waitsSince: 5 }]
    line.join(first)
    line.join(second)
    expect(line.age(10)).toBe(10)
    expect(line.take()).toBe(first)
    expect(line.age(10)).toBe(5)
    line.putBack(first)
    expect(served(line)).toBe('12')
    expect(line.age(10)).toBe(0)
  })
})
