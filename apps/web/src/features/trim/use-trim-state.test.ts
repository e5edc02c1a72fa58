import { describe, expect, it } from 'vitest'
import { jumpedView, namedRange } from './use-trim-state.ts'

const range = (startTime: number, endTime: number) => ({ startTime, endTime })

describe('a range from words or a chapter', () => {
  it('takes one end or both from these times', () => {
    expect(namedRange(range(0, 60), 'start', range(20, 22), 60)).toEqual(range(20, 60))
    expect(namedRange(range(20, 60), 'end', range(24, 26), 60)).toEqual(range(20, 26))
    expect(namedRange(range(0, 60), 'range', range(20, 26), 60)).toEqual(range(20, 26))
  })

  it('grows outward to a second, and stays inside the video', () => {
    expect(namedRange(range(0, 60), 'range', range(20, 20.3), 60)).toEqual(range(20, 21))
    expect(namedRange(range(0, 60), 'range', range(59.8, 60), 60)).toEqual(range(59, 60))
    expect(namedRange(range(0, 0.5), 'range', range(0.1, 0.3), 0.5)).toEqual(range(0, 0.5))
  })

  it('acts like typed times: a late start moves the end, and an early end stops after the start', () => {
    expect(namedRange(range(10, 15), 'start', range(30, 31), 60)).toEqual(range(30, 35))
    expect(namedRange(range(10, 15), 'end', range(3, 4), 60)).toEqual(range(10, 11))
  })
})

describe('the view after a jump to a range', () => {
  const view = (fromSeconds: number, toSeconds: number) => ({ fromSeconds, toSeconds })

  it('stays if the range is well visible, and moves to it otherwise', () => {
    expect(jumpedView(view(0, 60), range(10, 20), 'range', 3600)).toEqual(view(0, 60))
    expect(jumpedView(view(0, 60), range(100, 110), 'range', 3600)).toEqual(view(93, 117))
    expect(jumpedView(view(0, 60), range(50, 70), 'range', 3600)).toEqual(view(36, 84))
    // In that view the range is too narrow to see.
    expect(jumpedView(view(0, 3600), range(100, 110), 'range', 3600)).toEqual(view(93, 117))
  })

  it('shows a start without its end at the same zoom', () => {
    expect(jumpedView(view(0, 60), range(100, 3600), 'start', 3600)).toEqual(view(70, 130))
    expect(jumpedView(view(0, 60), range(50, 3600), 'start', 3600)).toEqual(view(0, 60))
  })
})
