import { describe, expect, it } from 'vitest'
import { dueTime, type QueueClass } from './queue-order.ts'

interface Job {
  name: string
  owner: string
  at: number
  due: number
}

/** Jobs as they came: who asked for them and when; answers their names in the order in which they are taken. */
function orderOf(arrivals: readonly { name: string; owner: string; kind?: QueueClass; at?: number }[]): string[] {
  const jobs: Job[] = []
  for (const { name, owner, kind = 'ordinary', at = 0 } of arrivals) {
    const last = jobs.findLast((job) => job.owner === `${kind} ${owner}`)
    jobs.push({ name, owner: `${kind} ${owner}`, at, due: dueTime(kind, at, last?.due ?? null) })
  }
  return jobs.sort((a, b) => a.due - b.due || a.at - b.at).map(({ name }) => name)
}

const several = (name: string, count: number, rest: { owner: string; kind?: QueueClass; at?: number }) =>
  Array.from({ length: count }, (_, at) => ({ name: `${name}${at}`, ...rest }))

describe('the order of the queue', () => {
  it('takes paid jobs first, also a hundred of one payer before an ordinary one that came before them', () => {
    const batch = several('p', 100, { owner: 'payer', kind: 'paid', at: 60 })
    expect(orderOf([{ name: 'o', owner: 'visitor' }, ...batch]).at(-1)).toBe('o')
  })

  it('does not starve an ordinary job, however many paid ones come', () => {
    const paid = Array.from({ length: 300 }, (_, minute) => ({
      name: `p${minute}`,
      owner: `payer ${minute}`,
      kind: 'paid' as const,
      at: minute * 60,
    }))
    expect(orderOf([{ name: 'o', owner: 'visitor' }, ...paid]).indexOf('o')).toBe(60)
  })

  it('takes one job of each owner in turn', () => {
    expect(
      orderOf([...several('a', 4, { owner: 'a' }), ...several('b', 2, { owner: 'b' }), { name: 'c', owner: 'c' }]),
    ).toEqual(['a0', 'b0', 'c', 'a1', 'b1', 'a2', 'a3'])
  })

  it('takes a newcomer of the first minutes before what an owner of many still waits for', () => {
    const order = orderOf([...several('a', 50, { owner: 'a' }), { name: 'late', owner: 'b', at: 10 * 60 }])
    expect(order.indexOf('late')).toBe(21)
  })

  it('remembers for minutes what an owner had, not for days', () => {
    const before = several('a', 10, { owner: 'a' })
    const later = [
      { name: 'b', owner: 'b', at: 3600 },
      { name: 'c', owner: 'a', at: 3600 },
    ]
    expect(orderOf([...before, ...later.toReversed()]).slice(-2)).toEqual(['c', 'b'])
  })

  it('in any order of arrival, an owner’s jobs stay in order, and none is overtaken by a job from two hours later', () => {
    // The same on every run, and of every kind: bursts and pauses, three owners, both classes.
    let state = 1
    const pick = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 16) % below
    }
    let now = 0
    const came = Array.from({ length: 600 }, (_, at) => {
      now += pick(3) === 0 ? pick(600) : pick(5)
      const kind: QueueClass = pick(3) === 0 ? 'paid' : 'ordinary'
      return { name: `${at}`, owner: 'abc'[pick(3)]!, kind, at: now }
    })
    const place = new Map(orderOf(came).map((name, at) => [name, at]))
    for (const [at, job] of came.entries())
      for (const later of came.slice(at + 1)) {
        const isOwn = later.owner === job.owner && later.kind === job.kind
        if (isOwn || later.at - job.at > 2 * 3600) expect(place.get(job.name)).toBeLessThan(place.get(later.name) ?? -1)
      }
  })
})
