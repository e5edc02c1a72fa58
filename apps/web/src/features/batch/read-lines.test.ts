import { describe, expect, it } from 'vitest'
import { readLines } from './read-lines.ts'

const LINK = 'https://youtu.be/dQw4w9WgXcQ'
const times = (textAfterLink: string) => {
  const [line] = readLines(LINK + textAfterLink)
  return line?.fault ?? [line?.times.startTime ?? null, line?.times.endTime ?? null]
}

describe('a line of a batch', () => {
  it('is a link followed by times in common formats, either or both left out', () => {
    expect(times(' 1:02-1:15')).toEqual([62, 75])
    expect(times(' 1:02 - 1:15')).toEqual([62, 75])
    expect(times('\t1:02\u20131:15.5')).toEqual([62, 75.5])
    expect(times(', 62 to 75')).toEqual([62, 75])
    expect(times(' 1:02 bis 1:15')).toEqual([62, 75])
    expect(times(' 1:02 1:15')).toEqual([62, 75])
    expect(times(' 1:02')).toEqual([62, null])
    expect(times(' 1:02-')).toEqual([62, null])
    expect(times(' -1:15')).toEqual([null, 75])
    expect(times('')).toEqual([null, null])
  })

  it("uses the link's own times unless it has others", () => {
    expect(times('?t=90')).toEqual([90, null])
    expect(times('?start=10&end=20')).toEqual([10, 20])
    expect(times('?t=90 1:02-1:15')).toEqual([62, 75])
  })

  it('names its mistake', () => {
    expect(times(' soon')).toBe('notTimes')
    expect(times(' 1:02-1:15-1:20')).toBe('notTimes')
    expect(times(' 1:15-1:02')).toBe('endBeforeStart')
    expect(times(' 10-10.5')).toBe('tooShort')
    expect(readLines('https://example.org/page 1-9')[0]?.fault).toBe('notALink')
    expect(readLines('hello')[0]?.fault).toBe('notALink')
  })
})

it('the lines of a batch are numbered as in an editor, at most twenty, without blank ones', () => {
  const lines = readLines(`\n${LINK}\r\n\n  kerf:sample 1-5  \n`)
  expect(lines.map(({ number, link }) => [number, link])).toEqual([
    [2, LINK],
    [4, 'kerf:sample'],
  ])
  expect(readLines('sample 55-70')).toMatchObject([{ link: 'kerf:sample', fault: null, times: { startTime: 55 } }])
  const tooMany = readLines(Array.from({ length: 22 }, () => LINK).join('\n'))
  expect(tooMany.map(({ fault }) => fault)).toEqual([...Array(20).fill(null), 'tooMany', 'tooMany'])
  // A line with a fault does not count towards the limit.
  const oneMistyped = readLines(['hello', ...Array.from({ length: 20 }, () => LINK)].join('\n'))
  expect(oneMistyped.map(({ fault }) => fault)).toEqual(['notALink', ...Array(20).fill(null)])
})

it("a line with a YouTube clip link has the clip's range, or the times beside it", () => {
  const clip = 'https://www.youtube.com/clip/UgkxStandInClip00000000000000000001'
  expect(readLines(`${clip}\n${clip} 0:03-0:05\n${clip} soon`)).toMatchObject([
    { link: clip, times: {}, isClip: true, fault: null },
    { link: clip, times: { startTime: 3, endTime: 5 }, isClip: false, fault: null },
    { link: clip, fault: 'notTimes' },
  ])
})

it('a playlist line is not yet a clip line', () => {
  const list = 'https://www.youtube.com/playlist?list=PLStandInList000000000000000000001'
  expect(readLines(`My list: ${list}\nhttps://www.youtube.com/playlist?list=WL`)).toMatchObject([
    { link: list, fault: 'playlist' },
    { fault: 'notALink' },
  ])
  expect(readLines(`https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL12`)[0]?.fault).toBeNull()
})
