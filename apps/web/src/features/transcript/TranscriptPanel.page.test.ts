import { readTranscript, type Video } from '@kerf/contract/video'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { open, reload } from '../../testing/app.tsx'
import { showOnOneOfBothScreens } from '../../testing/at-length.ts'
import { DAY_SENTENCES, MARGIN_SECONDS, spokenTimes } from '../../testing/examples/spoken-day.ts'
import { AUTOMATIC_CAPTIONS, ENGLISH_CAPTIONS, transcriptOf } from '../../testing/examples/video-examples.ts'
import { drag, middlePointOf } from '../../testing/pointer.ts'
import {
  button,
  emulateMedia,
  expectNoFaults,
  optionsOf,
  PHONE,
  pressOn,
  region,
  see,
  seeFocus,
  seeText,
  seeToast,
} from '../../testing/screen.ts'
import { answerRequests, scriptCall } from '../../testing/scripted-server.ts'
import {
  addressParameter,
  openSample,
  optionButton,
  scriptVideo,
  seeRange,
  seeSample,
  sliderSeconds,
  typeTime,
} from '../../testing/video.ts'

const SPOKEN_TRANSCRIPT = transcriptOf(DAY_SENTENCES, 10)

const list = page.getByRole('grid', { name: 'What is said, with times' })
const search = page.getByRole('searchbox', { name: 'Search what is said' })
const word = (text: string): Locator => list.getByRole('gridcell', { name: text }).first()
const marks = list.getByCss('mark')
const currentMark = list.getByCss('mark[data-now]')
const readSelection = () =>
  list
    .getByCss('[aria-selected="true"]')
    .elements()
    .map(({ textContent }) => textContent)
    .join('')

function isInView(target: Locator): boolean {
  const [box, frame] = [target.element(), list.element()].map((part) => part.getBoundingClientRect())
  return box!.top >= frame!.top && box!.bottom <= frame!.bottom
}

/** Gives the sample these sentences, and noise with about a tenth of a second of silence every ten seconds. */
function scriptSpeech(transcript = SPOKEN_TRANSCRIPT, changes: Partial<Video> = {}): void {
  const waveform = { peaksPerSecond: 25, address: '/audio-of-this-test' }
  scriptVideo({ captions: [ENGLISH_CAPTIONS], waveform, ...changes })
  scriptCall(readTranscript, () => transcript)
  const peaks = Array.from({ length: 1500 }, (_, peak) => (peak % 250 < 3 ? 0 : 70))
  answerRequests(({ url }) =>
    url.pathname === waveform.address ? Response.json({ peaksPerSecond: 25, peaks }) : undefined,
  )
}

async function openSpoken(transcript = SPOKEN_TRANSCRIPT, query = ''): Promise<void> {
  scriptSpeech(transcript)
  await openSample(query)
  await see(list)
  await expect.element(page.getByCss('.timeline-canvas').last()).not.toHaveAttribute('data-waveform-bars', '0')
}

describe('a video with captions', () => {
  it('is searched while typing, across lines; a hit becomes the range, and the range shows its words', async () => {
    await openSpoken()
    await search.fill('BEST of tïmes')
    await seeText('1 of 1')
    expect(
      marks
        .elements()
        .map(({ textContent }) => textContent)
        .join(''),
    ).toBe('bestof times')
    await expect.element(page.getByCss('.timeline .timeline-ticks')).toHaveAttribute('data-ticks', '1')
    await button('Use as range').click()
    const [start] = spokenTimes(2, 'best')
    const [, end] = spokenTimes(3, 'of', 'times')
    await seeRange(start - MARGIN_SECONDS, end + MARGIN_SECONDS, 0.001)
    await seeText('3 words in the range')
    const copy = vi.spyOn(navigator.clipboard, 'writeText')
    await button('Copy words').click()
    await seeToast('Words Copied')
    expect(copy).toHaveBeenCalledWith('best of times')

    // Keys and buttons go from match to match, and from the last one to the first.
    await search.fill('is')
    await seeText('1 of 3')
    const currentRow = () => currentMark.element().closest('[data-row]')?.getAttribute('data-row')
    const seeCurrentRow = (row: string) => expect.poll(currentRow).toBe(row)
    await seeCurrentRow('2')
    await pressOn(search, '{Enter}')
    await seeCurrentRow('4')
    await userEvent.keyboard('{Enter}')
    await seeCurrentRow('5')
    await userEvent.keyboard('{Enter}')
    await seeCurrentRow('2')
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    await seeCurrentRow('5')
    await button('Previous match').click()
    await seeText('2 of 3')
    await expect.poll(() => isInView(currentMark)).toBe(true)
    await search.fill('nobody says this')
    await seeText('Not found')
    await pressOn(search, '{Escape}')
    await expect.element(search).toHaveValue('')
    await expect.poll(() => document.querySelectorAll('.timeline-ticks').length).toBe(0)
  })

  it('is cut by pressing its first and last word, by Shift, or by a drag', async () => {
    await openSpoken()
    await word('hills.').click()
    const [hills] = spokenTimes(2, 'hills.')
    await seeRange(hills - MARGIN_SECONDS, 60, 0.001)
    await seeText('Now press the last word.')
    await word('walk,').click()
    await seeRange(hills - MARGIN_SECONDS, spokenTimes(3, 'walk,')[1] + MARGIN_SECONDS, 0.001)
    await expect.poll(readSelection).toBe('hills. It is the bestof times for a walk, ')

    await word('guide.').click({ modifiers: ['Shift'] })
    // There is silence after the last word of the line.
    await seeRange(hills - MARGIN_SECONDS, 40.02, 0.001)
    await word('We').click()
    await seeRange(9.94, 40.02, 0.001)
    // A press before the start sets a new start.
    await word('day').click()
    await seeRange(spokenTimes(0, 'day')[0] - MARGIN_SECONDS, 40.02, 0.001)

    const [from, to] = [await middlePointOf(word('kind')), await middlePointOf(word('wind'))]
    await drag(from, { x: to.x - from.x, y: to.y - from.y })
    const [start, end] = spokenTimes(1, 'wind', 'kind')
    await seeRange(start - MARGIN_SECONDS, end + MARGIN_SECONDS, 0.001)
    await expect.poll(readSelection).toBe('wind has been kind ')
    // A range of a single word lasts at least one second, like a typed range.
    await word('It').click()
    await word('It').click()
    const [wordStart] = spokenTimes(2, 'It')
    await seeRange(wordStart - MARGIN_SECONDS, wordStart - MARGIN_SECONDS + 1, 0.001)
  })

  it('is cut by its words with the keyboard only, and each change is announced', async () => {
    await openSpoken()
    await pressOn(search, '{Tab}')
    expect(document.activeElement?.getAttribute('role')).toBe('row')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await seeRange(19.94, 60, 0.001)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await seeFocus(word('come'))
    await userEvent.keyboard(' ')
    const [come] = spokenTimes(2, 'come')
    await seeRange(come - MARGIN_SECONDS, 60, 0.001)
    await userEvent.keyboard('{End}')
    await seeFocus(word('best'))
    await userEvent.keyboard('{ArrowRight}')
    await seeFocus(word('of'))
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    await seeRange(come - MARGIN_SECONDS, spokenTimes(3, 'of')[1] + MARGIN_SECONDS, 0.001)
    await seeText(/^The range is from 21\.\d+ seconds to 30\.\d+ seconds\.$/)
    // The keyboard continues at the match.
    await search.fill('snow')
    await seeText('1 of 1')
    for (let tabs = 0; tabs < 4; tabs += 1) await userEvent.tab()
    await seeFocus(word('Snow'))
  })

  it('may have several captions; a refusal affects only the chosen ones, which can be retried', async () => {
    scriptSpeech(SPOKEN_TRANSCRIPT, { captions: [ENGLISH_CAPTIONS, AUTOMATIC_CAPTIONS] })
    const calls = scriptCall(readTranscript, ({ query }, callNumber) => {
      if (query.get('captions') === 'en') return SPOKEN_TRANSCRIPT
      return callNumber === 2 ? { refuse: 'source_failed' } : transcriptOf(['said by a machine'], 60)
    })
    await openSample()
    await see(word('sea,'))
    expect(optionsOf('Captions')).toEqual(['English', 'English (automatic)'])
    await page.getByRole('combobox', { name: 'Captions' }).selectOptions('English (automatic)')
    await seeText(/^The transcript could not be loaded\./)
    await see(optionButton('360p', 'Download'))
    await pressOn(region('Transcript').getByRole('button', { name: 'Try again' }), '{Enter}')
    await see(word('machine'))
    // The button has disappeared; the focus stays at the transcript.
    await seeFocus(region('Transcript'))
    expect(calls.map(({ query }) => query.get('captions'))).toEqual(['en', 'en-auto', 'en-auto'])
  })

  it('stays quick with three hours of them: only lines in view are in the page', async () => {
    const sentences = Array.from({ length: 50_000 }, (_, index) =>
      index === 49_000 ? 'here is the needle' : `line ${index}`,
    )
    const length = { duration: 10_800, endTime: 10_800, waveform: null }
    scriptSpeech(transcriptOf(sentences, 10_800 / 50_000), length)
    await openSample()
    await search.fill('is the nee')
    await seeText('1 of 1')
    await expect.poll(() => isInView(currentMark.first())).toBe(true)
    expect(list.getByRole('row').length).toBeLessThan(80)
    await expect.element(list).toHaveAttribute('aria-rowcount', '50000')
    // The match is far outside the timeline's view, and the overview marks it.
    const ticksIn = (selector: string) =>
      expect.poll(() => document.querySelectorAll(`${selector} .timeline-ticks`).length)
    await ticksIn('.trim-overview').toBe(1)
    await ticksIn('.timeline').toBe(0)
    await button('Use as range').click()
    await expect.poll(() => sliderSeconds('Start')).toBeCloseTo((49_000 * 10_800) / 50_000, 0)
    await ticksIn('.timeline').toBe(1)
  })
})

describe('a quote beside a link', () => {
  async function processText(text: string): Promise<void> {
    scriptSpeech()
    await open('/')
    await page.getByRole('textbox', { name: 'Video link' }).fill(text)
    await button('Process').click()
    await see(list)
  }
  const [guideStart] = spokenTimes(3, 'guide')
  /** The silence after the guide has spoken. */
  const SILENCE_SECONDS = 40.02

  it('opens the video at these words', async () => {
    await processText('kerf:sample \u201cGUIDE\u201d')
    await seeRange(guideStart - MARGIN_SECONDS, SILENCE_SECONDS, 0.001)
    await expect.poll(() => addressParameter('words')).toBeNull()
    await expect.element(search).toHaveValue('GUIDE')
  })

  it('is also found in an address, before the link', async () => {
    scriptSpeech()
    await open(`/?url=${encodeURIComponent('"the guide"\nkerf:sample')}`)
    await see(list)
    await seeRange(spokenTimes(3, 'the')[0] - MARGIN_SECONDS, SILENCE_SECONDS, 0.001)
  })

  it('is reported if nobody says it, and the video opens as usual', async () => {
    await processText('kerf:sample "goodbye"')
    await seeText(/\u201cgoodbye\u201d/)
    await seeRange(0, 60)
  })
})

describe('an address with a quote', () => {
  const hasWords = () => expect.poll(() => addressParameter('words') !== null)

  it('opens at its first occurrence, with a margin of silence, and drops the words', async () => {
    await openSpoken(SPOKEN_TRANSCRIPT, '&words=guide.+Snow')
    await seeRange(spokenTimes(3, 'guide.')[0] - MARGIN_SECONDS, spokenTimes(4, 'Snow')[1] + MARGIN_SECONDS, 0.001)
    await seeText('2 words in the range')
    await expect.element(search).toHaveValue('guide. Snow')
    await hasWords().toBe(false)
    const [start, end] = [sliderSeconds('Start'), sliderSeconds('End')]
    await reload()
    await seeSample()
    await seeRange(start, end)
  })

  it('moves an end out to silence, even if the loudness comes later', async () => {
    await openSpoken(SPOKEN_TRANSCRIPT, '&words=says+the+guide')
    await seeRange(spokenTimes(3, 'says')[0] - MARGIN_SECONDS, 40.02, 0.001)
  })

  it('opens as usual if nobody says it, with a message', async () => {
    await openSpoken(SPOKEN_TRANSCRIPT, '&start=10&end=20&words=hello+world')
    await seeText('“hello world” was not found in the captions of this video.')
    await seeRange(10, 20)
    await hasWords().toBe(false)
  })

  it('opens as usual without captions, with a message', async () => {
    scriptVideo()
    await openSample('&words=hello')
    await seeText('“hello” was not found: this video has no captions.')
    await seeRange(0, 60)
  })

  it('searches the captions that it names, which can be retried after a refusal', async () => {
    scriptSpeech(SPOKEN_TRANSCRIPT, { captions: [ENGLISH_CAPTIONS, AUTOMATIC_CAPTIONS] })
    scriptCall(readTranscript, ({ query }, callNumber) => {
      if (callNumber === 1) return { refuse: 'source_failed' }
      return query.get('captions') === 'en-auto' ? transcriptOf(['one two', 'three four'], 30) : SPOKEN_TRANSCRIPT
    })
    await open('/?url=sample&words=three&captions=en-auto')
    await seeText(/^The transcript could not be loaded\./)
    await region('Transcript').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => sliderSeconds('Start')).toBeCloseTo(30, 0)
  })
})

it('the transcript has no accessibility faults, even with search hits and a selection', async () => {
  await showOnOneOfBothScreens()
  await openSpoken()
  await search.fill('the')
  await seeText(/^1 of \d+$/)
  await word('hills.').click()
  await expectNoFaults()
})

it('on a phone, hit and search field are visible above the keyboard', async () => {
  const heightAboveKeyboard = 440
  await page.viewport(PHONE.width, heightAboveKeyboard)
  await openSpoken(transcriptOf([...DAY_SENTENCES, ...DAY_SENTENCES, ...DAY_SENTENCES], 10))
  search.element().scrollIntoView({ block: 'end' })
  await search.fill('hills')
  const isOnScreen = (target: Locator) => {
    const { top, bottom } = target.element().getBoundingClientRect()
    return top >= -1 && bottom <= heightAboveKeyboard + 1
  }
  const checkVisibility = () => [isInView(currentMark), isOnScreen(currentMark), isOnScreen(search)]
  await expect.poll(checkVisibility).toEqual([true, true, true])
  await button('Next match').click()
  await seeText(/^2 of \d+$/)
  await expect.poll(checkVisibility).toEqual([true, true, true])
})

it('with forced colours, every word is readable, even if all are selected', async () => {
  await emulateMedia('forced-colors', 'active')
  await openSpoken()
  for (const end of ['1:00', '0:30']) {
    await typeTime('End Time', end)
    const { color, backgroundColor } = getComputedStyle(word('morning,').element())
    const paper = getComputedStyle(document.documentElement).backgroundColor
    expect(color).not.toBe(backgroundColor === 'rgba(0, 0, 0, 0)' ? paper : backgroundColor)
  }
})
