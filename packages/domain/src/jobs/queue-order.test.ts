import { describe, expect, it } from 'vitest'
import { dueTime, type QueueClass } from './queue-order.ts'

interface Job {
  name: string
  owner: string
  at: number
  due: number
}

/** Names of jobs in the order in which workers take them, from jobs in the order of their arrival. */
function orderOf(arrivals: readonly { name: string; owner: string; kind?: QueueClass; at?: number }[]): string[] {
  const jobs: Job[] = []
  for (const { name, owner, kind = 'ordinary', at = 0 } of arrivals) {
    const lastOfOwner = jobs.findLast((job) => job.owner === `${kind} ${owner}`)
    jobs.push({ name, owner: `${kind} ${owner}`, at, due: dueTime(kind, at, lastOfOwner?.due ?? null) })
  }
  return jobs.sort((a, b) => a.due - b.due || a.at - b.at).map(({ name }) => name)
}

const jobsOf = (name: string, count: number, facts: { owner: string; kind?: QueueClass; at?: number }) =>
  Array.from({ length: count }, (_, jobIndex) => ({ name: `${name}${jobIndex}`, ...facts }))

describe('the order of the queue', () => {
  it('puts paid jobs first, even a hundred of one payer before an earlier ordinary one', () => {
    const batch = jobsOf('p', 100, { owner: 'payer', kind: 'paid', at: 60 })
    expect(orderOf([{ name: 'o', owner: 'visitor' }, ...batch]).at(-1)).toBe('o')
  })

  it('starves no ordinary job, however many paid ones come', () => {
    const paidJobs = Array.from({ length: 300 }, (_, minute) => ({
      name: `p${minute}`,
      owner: `payer ${minute}`,
      kind: 'paid' as const,
      at: minute * 60,
    }))
    expect(orderOf([{ name: 'o', owner: 'visitor' }, ...paidJobs]).indexOf('o')).toBe(60)
  })

  it('takes one job of each owner in turn', () => {
    expect(
      orderOf([...jobsOf('a', 4, { owner: 'a' }), ...jobsOf('b', 2, { owner: 'b' }), { name: 'c', owner: 'c' }]),
    ).toEqual(['a0', 'b0', 'c', 'a1', 'b1', 'a2', 'a3'])
  })

  it('puts a newcomer within minutes before the many waiting jobs of another owner', () => {
    const order = orderOf([...jobsOf('a', 50, { owner: 'a' }), { name: 'late', owner: 'b', at: 10 * 60 }])
    expect(order.indexOf('late')).toBe(21)
  })

  it('remembers the jobs of an owner for minutes, not days', () => {
    const firstJobs = jobsOf('a', 10, { owner: 'a' })
    const laterJobs = [
      { name: 'b', owner: 'b', at: 3600 },
      { name: 'c', owner: 'a', at: 3600 },
    ]
    expect(orderOf([...firstJobs, ...laterJobs.toReversed()]).slice(-2)).toEqual(['c', 'b'])
  })

  it("keeps an owner's jobs in order, and lets no job of two hours later overtake", () => {
    // Pseudo-random arrivals, the same on every run: bursts and pauses, three owners, both classes.
    let state = 1
    const randomBelow = (limit: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 16) % limit
    }
    let now = 0
    const arrivals = Array.from({ length: 600 }, (_, jobIndex) => {
      now += randomBelow(3) === 0 ? randomBelow(600) : randomBelow(5)
      const kind: QueueClass = randomBelow(3) === 0 ? 'paid' : 'ordinary'
      return { name: `${jobIndex}`, owner: 'abc'[randomBelow(3)]!, kind, at: now }
    })
    const queuePlace = new Map(orderOf(arrivals).map((name, jobIndex) => [name, jobIndex]))
    for (const [jobIndex, job] of arrivals.entries())
      for (const laterJob of arrivals.slice(jobIndex + 1)) {
        const isOwn = laterJob.owner === job.owner && laterJob.kind === job.kind
        if (isOwn || laterJob.at - job.at > 2 * 3600)
          expect(queuePlace.get(job.name)).toBeLessThan(queuePlace.get(laterJob.name) ?? -1)
      }
  })
})
