import { describe, expect, it } from 'vitest'
import { rationedBy } from '../ports/rationed-by.ts'
import { createSlots, type Slot, type Slots } from './slots.ts'

const neverAborted = new AbortController().signal

/** Takes slots for owners, named by letters, and records the order in which they get them. */
function createVisitors(slots: Slots) {
  const holders: { owner: string; slot: Slot }[] = []
  const servedOwners: string[] = []
  const refusedOwners: string[] = []
  const takeSlots = (owners: string, signal = neverAborted) =>
    [...owners].map((owner) =>
      rationedBy(owner, async () => {
        const slot = await slots.take(signal)
        if (!slot) return refusedOwners.push(owner)
        holders.push({ owner, slot })
        return servedOwners.push(owner)
      }),
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const giveBackSlot = async (owner?: string) => {
    const index = owner === undefined ? 0 : holders.findIndex((holder) => holder.owner === owner)
    holders.splice(index, 1)[0]?.slot.giveBack()
    await settle()
  }
  return {
    takeSlots,
    giveBackSlot,
    settle,
    holders,
    servedOwners,
    refusedOwners,
    order: () => servedOwners.join(''),
  }
}

describe('slots', () => {
  it('are served in turns: one of each owner, then the next of each', async () => {
    const { takeSlots, giveBackSlot, settle, order } = createVisitors(createSlots(1, 16))
    takeSlots('aaaabbc')
    await settle()
    for (let servedCount = 0; servedCount < 3; servedCount++) await giveBackSlot()
    expect(order()).toBe('abca')
    // A new owner comes before the second turn of any other owner.
    takeSlots('d')
    for (let servedCount = 0; servedCount < 4; servedCount++) await giveBackSlot()
    expect(order()).toBe('abcabdaa')
  })

  it('may all go to one owner until another comes, who then gets half', async () => {
    const { takeSlots, giveBackSlot, settle, holders, order } = createVisitors(createSlots(4, 16))
    takeSlots('aaaaaaaa')
    await settle()
    expect(order()).toBe('aaaa')
    expect(holders[0]?.slot.othersWait()).toBe(false)
    takeSlots('bbb')
    await settle()
    expect(holders[0]?.slot.othersWait()).toBe(true)
    await giveBackSlot('a')
    await giveBackSlot('a')
    expect(holders.map(({ owner }) => owner).join('')).toBe('aabb')
    await giveBackSlot('b')
    expect(holders.map(({ owner }) => owner).join('')).toBe('aabb')
  })

  it('have a queue that one owner cannot fill', async () => {
    const { takeSlots, settle, giveBackSlot, order, refusedOwners } = createVisitors(createSlots(2, 4))
    takeSlots('aaaaaaa')
    await settle()
    expect(refusedOwners.join('')).toBe('a')
    takeSlots('bbb')
    await settle()
    expect(refusedOwners.toSorted().join('')).toBe('aaab')
    for (let servedCount = 0; servedCount < 4; servedCount++) await giveBackSlot()
    expect(order()).toBe('aababa')
  })

  it('can be awaited until the caller aborts, and are returned only once', async () => {
    const { takeSlots, settle, giveBackSlot, holders, order } = createVisitors(createSlots(1, 4))
    takeSlots('a')
    const timeout = new AbortController()
    const [abortedTake] = takeSlots('b', timeout.signal)
    takeSlots('c')
    timeout.abort(new Error('enough'))
    await expect(abortedTake).rejects.toThrow('enough')
    const slot = holders[0]?.slot
    await giveBackSlot()
    slot?.giveBack()
    takeSlots('d')
    await settle()
    expect(order()).toBe('ac')
  })

  it('are limited per owner, and an owner who used up its share comes last', async () => {
    const spentOwners = new Set<string>()
    const slots = createSlots(2, 16, { maxPerOwner: 1, isSpent: (owner) => spentOwners.has(owner) })
    const { takeSlots, giveBackSlot, settle, holders, order } = createVisitors(slots)
    takeSlots('aaa')
    await settle()
    expect(order()).toBe('a')
    takeSlots('bb')
    await settle()
    // No owner that waits could use a slot of the other owner.
    expect([order(), ...holders.map(({ slot }) => slot.othersWait())]).toEqual(['ab', false, false])
    spentOwners.add('a').add('b')
    takeSlots('c')
    expect(holders.map(({ slot }) => slot.othersWait())).toEqual([true, true])
    await giveBackSlot('a')
    expect(order()).toBe('abc')
    await giveBackSlot('c')
    expect(order()).toBe('abca')
  })
})
