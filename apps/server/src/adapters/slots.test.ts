import { describe, expect, it } from 'vitest'
import { rationedBy } from '../ports/rationed-by.ts'
import { createSlots, type Slot, type Slots } from './slots.ts'

const forever = new AbortController().signal

/** Takes slots for owners and records the order in which they get them. */
function visit(slots: Slots) {
  const holders: { owner: string; slot: Slot }[] = []
  const entries: string[] = []
  const turnedAway: string[] = []
  const come = (owners: string, signal = forever) =>
    [...owners].map((owner) =>
      rationedBy(owner, async () => {
        const slot = await slots.take(signal)
        if (!slot) return turnedAway.push(owner)
        holders.push({ owner, slot })
        return entries.push(owner)
      }),
    )
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const leave = async (owner?: string) => {
    const index = owner === undefined ? 0 : holders.findIndex((holder) => holder.owner === owner)
    holders.splice(index, 1)[0]?.slot.giveBack()
    await settled()
  }
  return { come, leave, settled, holders, entries, turnedAway, who: () => entries.join('') }
}

describe('slots', () => {
  it('are served by turns: one of each owner, then the next of each', async () => {
    const { come, leave, settled, who } = visit(createSlots(1, 16))
    come('aaaabbc')
    await settled()
    for (let served = 0; served < 3; served++) await leave()
    expect(who()).toBe('abca')
    // A new owner comes before the second turn of any other owner.
    come('d')
    for (let served = 0; served < 4; served++) await leave()
    expect(who()).toBe('abcabdaa')
  })

  it('are for one owner alone as long as nobody else comes, and then half of them', async () => {
    const { come, leave, settled, holders, who } = visit(createSlots(4, 16))
    come('aaaaaaaa')
    await settled()
    expect(who()).toBe('aaaa')
    expect(holders[0]?.slot.othersWait()).toBe(false)
    come('bbb')
    await settled()
    expect(holders[0]?.slot.othersWait()).toBe(true)
    await leave('a')
    await leave('a')
    expect(holders.map(({ owner }) => owner).join('')).toBe('aabb')
    await leave('b')
    expect(holders.map(({ owner }) => owner).join('')).toBe('aabb')
  })

  it('have a waiting room that nobody fills against others', async () => {
    const { come, settled, leave, who, turnedAway } = visit(createSlots(2, 4))
    come('aaaaaaa')
    await settled()
    expect(turnedAway.join('')).toBe('a')
    come('bbb')
    await settled()
    expect(turnedAway.toSorted().join('')).toBe('aaab')
    for (let served = 0; served < 4; served++) await leave()
    expect(who()).toBe('aababa')
  })

  it('are not waited for longer than the caller wants, and released once', async () => {
    const { come, settled, leave, holders, who } = visit(createSlots(1, 4))
    come('a')
    const timeout = new AbortController()
    const [gaveUp] = come('b', timeout.signal)
    come('c')
    timeout.abort(new Error('enough'))
    await expect(gaveUp).rejects.toThrow('enough')
    const slot = holders[0]?.slot
    await leave()
    slot?.giveBack()
    come('d')
    await settled()
    expect(who()).toBe('ac')
  })

  it('are never all held by one owner where only some of them are for one, and whoever has had enough comes last', async () => {
    const spent = new Set<string>()
    const slots = createSlots(2, 16, { mostOfOne: 1, isSpent: (owner) => spent.has(owner) })
    const { come, leave, settled, holders, who } = visit(slots)
    come('aaa')
    await settled()
    expect(who()).toBe('a')
    come('bb')
    await settled()
    // No owner that waits could use a slot of the other owner.
    expect([who(), ...holders.map(({ slot }) => slot.othersWait())]).toEqual(['ab', false, false])
    spent.add('a').add('b')
    come('c')
    expect(holders.map(({ slot }) => slot.othersWait())).toEqual([true, true])
    await leave('a')
    expect(who()).toBe('abc')
    await leave('c')
    expect(who()).toBe('abca')
  })
})
