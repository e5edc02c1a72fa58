import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { it, itAtLength } from '../harness/at-length.ts'
import { DESKTOP, PATIENTLY, PHONE } from '../harness/browser.ts'
import { isOnScreen } from '../harness/is-on-screen.ts'
import { expectRange, rewriteVideos } from '../harness/sample-clip.ts'
import { openStage, type VisitOptions } from '../harness/servers/stage.ts'
import { AUTOMATIC, ENGLISH, scriptSpeech, transcriptOf } from '../harness/spoken-sample.ts'
import { dragByMouse, type Place } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const DAY = [
  'Good morning, and welcome to a day outside.',
  'We begin at the sea, where the wind has been kind to us.',
  'Then come the hills. It is the best',
  'of times for a walk, says the guide.',
  'Snow has fallen in the forest, and the Café is closed.',
  'The road goes on until the sun is gone.',
]
/** Each sentence lasts ten seconds, so that all of them fill the sample's minute. */
const SPOKEN = transcriptOf(DAY, 10)
/** Seconds by which an end moves outwards if no silence is near. */
const MARGIN_SECONDS = 0.06

/** Opens the sample with this transcript, and at this range if one is given. */
async function visitSpoken(transcript = SPOKEN, options: VisitOptions = {}, range = ''): Promise<Visit> {
  const visit = await stage.visit({ path: '/favicon.svg', ...options })
  await scriptSpeech(visit, { transcript: () => transcript })
  // Noise, with about a tenth of a second of silence every ten seconds.
  await rewriteVideos(visit, (video) => {
    video.captions = [ENGLISH]
    video.waveform = { peaksPerSecond: 25, address: '/audio-of-this-test' }
  })
  await visit.answer('*/audio-of-this-test', () => ({
    json: { peaksPerSecond: 25, peaks: Array.from({ length: 1500 }, (_, peak) => (peak % 250 < 3 ? 0 : 70)) },
  }))
  await visit.goToSample(range)
  await list(visit).waitFor()
  await expect
    .poll(() => visit.page.locator('.timeline-canvas').getAttribute('data-waveform-bars'), PATIENTLY)
    .not.toBe('0')
  return visit
}

const list = (visit: Visit): Locator => visit.page.getByRole('grid', { name: 'What is said, with times' })
const search = (visit: Visit): Locator => visit.page.getByRole('searchbox', { name: 'Search what is said' })
const word = (visit: Visit, text: string, nth = 0): Locator =>
  list(visit).getByRole('gridcell', { name: text, exact: true }).nth(nth)
const readSelection = async (visit: Visit): Promise<string> =>
  (await list(visit).locator('[aria-selected="true"]').allTextContents()).join('')
const isInView = (target: Locator): Promise<boolean> =>
  target.evaluate((element: Element) => {
    const [box, frame] = [element, element.closest('.transcript-list')!].map((part) => part.getBoundingClientRect())
    return box!.top >= frame!.top && box!.bottom <= frame!.bottom
  })

async function middleOf(target: Locator): Promise<Place> {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Times of these words of a sentence, estimated from the positions of their letters in the cue. */
function timesOf(
  sentence: number,
  firstWord: string,
  lastWord = firstWord,
): [startSeconds: number, endSeconds: number] {
  const text = DAY[sentence]!
  const secondsPerLetter = 10 / text.length
  const end = text.indexOf(lastWord) + lastWord.length
  return [10 * sentence + text.indexOf(firstWord) * secondsPerLetter, 10 * sentence + end * secondsPerLetter]
}

describe('a video with captions', () => {
  it('is searched as one types, across its lines; a hit becomes the range, and the range says its words back', async () => {
    const visit = await visitSpoken()
    await search(visit).fill('BEST of tïmes')
    await visit.seeText('1 of 1')
    expect((await list(visit).locator('mark').allTextContents()).join('')).toBe('bestof times')
    await expect
      .poll(() => visit.page.locator('.timeline .timeline-ticks').getAttribute('data-ticks'), PATIENTLY)
      .toBe('1')
    await visit.button('Use as range').click()
    const [start] = timesOf(2, 'best')
    const [, end] = timesOf(3, 'of', 'times')
    await expectRange(visit, start - MARGIN_SECONDS, end + MARGIN_SECONDS, 0.001)
    await visit.seeText('3 words in the range')
    await visit.button('Copy words').click()
    await visit.seeToast('Words Copied')
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe('best of times')

    // Keys and buttons go from match to match, and from the last one to the first.
    await search(visit).fill('is')
    await visit.seeText('1 of 3')
    const readCurrentRow = () =>
      list(visit).locator('mark[data-now]').locator('xpath=ancestor::*[@data-row]').getAttribute('data-row')
    const rows: (string | null)[] = [await readCurrentRow()]
    for (const key of ['Enter', 'Enter', 'Enter', 'Shift+Enter']) {
      await search(visit).press(key)
      rows.push(await readCurrentRow())
    }
    expect(rows).toEqual(['2', '4', '5', '2', '5'])
    await visit.button('Previous match').click()
    await visit.seeText('2 of 3')
    expect(await isInView(list(visit).locator('mark[data-now]'))).toBe(true)
    await search(visit).fill('nobody says this')
    await visit.seeText('Not found')
    await search(visit).press('Escape')
    expect(await search(visit).inputValue()).toBe('')
    expect(await visit.page.locator('.timeline-ticks').count()).toBe(0)
  })

  it('is cut by its words: a press sets the start, the next one the end, Shift the end at once, and a drag both', async () => {
    const visit = await visitSpoken()
    await word(visit, 'hills.').click()
    const [hills] = timesOf(2, 'hills.')
    await expectRange(visit, hills - MARGIN_SECONDS, 60, 0.001)
    await visit.seeText('Now press the last word.')
    await word(visit, 'walk,').click()
    await expectRange(visit, hills - MARGIN_SECONDS, timesOf(3, 'walk,')[1] + MARGIN_SECONDS, 0.001)
    expect(await readSelection(visit)).toBe('hills. It is the bestof times for a walk, ')

    await word(visit, 'guide.').click({ modifiers: ['Shift'] })
    // There is silence after the last word of the line.
    await expectRange(visit, hills - MARGIN_SECONDS, 40.02, 0.001)
    await word(visit, 'We').click()
    await expectRange(visit, 9.94, 40.02, 0.001)
    // A press before the start sets a new start.
    await word(visit, 'day').click()
    await expectRange(visit, timesOf(0, 'day')[0] - MARGIN_SECONDS, 40.02, 0.001)

    const [from, to] = [await middleOf(word(visit, 'kind')), await middleOf(word(visit, 'wind'))]
    await dragByMouse(visit, from, { x: to.x - from.x, y: to.y - from.y })
    const [start, end] = timesOf(1, 'wind', 'kind')
    await expectRange(visit, start - MARGIN_SECONDS, end + MARGIN_SECONDS, 0.001)
    expect(await readSelection(visit)).toBe('wind has been kind ')
    // A range of a single word lasts at least one second, like a typed range.
    const wordMiddle = await middleOf(word(visit, 'It'))
    await visit.page.mouse.move(wordMiddle.x, wordMiddle.y)
    await word(visit, 'It').click()
    await word(visit, 'It').click()
    const [wordStart] = timesOf(2, 'It')
    await expectRange(visit, wordStart - MARGIN_SECONDS, wordStart - MARGIN_SECONDS + 1, 0.001)
  })

  it('is cut by its words with the keyboard alone, and what was set is said', async () => {
    const visit = await visitSpoken()
    await search(visit).focus()
    await visit.page.keyboard.press('Tab')
    const focusedElement = visit.page.locator(':focus')
    expect(await focusedElement.getAttribute('role')).toBe('row')
    await visit.page.keyboard.press('ArrowDown')
    await visit.page.keyboard.press('ArrowDown')
    await visit.page.keyboard.press('Enter')
    await expectRange(visit, 19.94, 60, 0.001)
    await visit.page.keyboard.press('ArrowRight')
    await visit.page.keyboard.press('ArrowRight')
    await visit.seeFocus(word(visit, 'come'))
    await visit.page.keyboard.press('Space')
    const [come] = timesOf(2, 'come')
    await expectRange(visit, come - MARGIN_SECONDS, 60, 0.001)
    await visit.page.keyboard.press('End')
    await visit.seeFocus(word(visit, 'best'))
    await visit.page.keyboard.press('ArrowRight')
    await visit.seeFocus(word(visit, 'of'))
    await visit.page.keyboard.press('Shift+Enter')
    await expectRange(visit, come - MARGIN_SECONDS, timesOf(3, 'of')[1] + MARGIN_SECONDS, 0.001)
    await visit.seeText(/^The range is from 21\.\d+ seconds to 30\.\d+ seconds\.$/)
    // The keyboard continues at the match.
    await search(visit).fill('snow')
    await visit.seeText('1 of 1')
    for (let tabs = 0; tabs < 4; tabs += 1) await visit.page.keyboard.press('Tab')
    await visit.seeFocus(word(visit, 'Snow'))
  })

  it('opens at the range, and is followed while it plays, until somebody scrolls, and again when they ask for it', async () => {
    const sentences = Array.from({ length: 60 }, (_, second) => `This is said in second ${second} of the video.`)
    const visit = await visitSpoken(transcriptOf(sentences, 1), {}, '&start=30&end=50')
    const row = (second: number): Locator => list(visit).locator(`[data-row="${second}"]`)
    await expect.poll(() => row(30).getAttribute('data-now'), PATIENTLY).toBe('true')
    expect(await isInView(row(30))).toBe(true)
    await visit.button('Preview Selection').click()
    await expect.poll(() => row(31).getAttribute('data-now'), PATIENTLY).toBe('true')
    expect(await isInView(row(31))).toBe(true)
    expect(await visit.button('Follow playback').count()).toBe(0)

    await list(visit).hover()
    // The list corrects its scroll position while rows are measured. On a slow machine this can stop the wheel's
    // movement.
    const scrollToTop = async (): Promise<boolean> => {
      await visit.page.mouse.wheel(0, -10_000)
      return (await row(0).count()) === 1 && isInView(row(0))
    }
    await expect.poll(scrollToTop, PATIENTLY).toBe(true)
    await visit.button('Follow playback').waitFor()
    await expect.poll(() => visit.at('Playhead'), PATIENTLY).toBeGreaterThan(33)
    expect(await isInView(row(0))).toBe(true)
    await visit.button('Follow playback').click()
    await expect.poll(() => list(visit).locator('[data-row][data-now]').count(), PATIENTLY).toBe(1)
    await expect.poll(() => isInView(list(visit).locator('[data-row][data-now]')), PATIENTLY).toBe(true)
  })

  it('may have several captions to choose from; those that are refused cost only themselves, and can be asked for again', async () => {
    const visit = await stage.visit()
    const calls = await scriptSpeech(visit, {
      captions: [ENGLISH, AUTOMATIC],
      transcript: (captions, nth) => {
        if (captions === 'en') return SPOKEN
        return nth === 2 ? { refuse: 'source_failed' } : transcriptOf(['said by a machine'], 60)
      },
    })
    visit.expectComplaint(/status of 422 .*\/transcript\?captions=en-auto$/)
    await visit.openSample()
    await word(visit, 'sea,').waitFor()
    const chooser = visit.page.getByRole('combobox', { name: 'Captions' })
    expect(await chooser.locator('option').allTextContents()).toEqual(['English', 'English (automatic)'])
    await chooser.selectOption('English (automatic)')
    await visit.seeText(/^The transcript could not be loaded\./)
    await visit.optionButton('360p', 'Download').waitFor()
    await visit.region('Transcript').getByRole('button', { name: 'Try again' }).press('Enter')
    await word(visit, 'machine').waitFor()
    // The button has disappeared; the focus stays at the transcript.
    await visit.seeFocus(visit.region('Transcript'))
    expect(calls.map(({ query }) => query.get('captions'))).toEqual(['en', 'en-auto', 'en-auto'])
  })

  it('stays quick with three hours of them: of fifty thousand lines only those in view are in the page', async () => {
    const visit = await stage.visit()
    const sentences = Array.from({ length: 50_000 }, (_, nth) =>
      nth === 49_000 ? 'here is the needle' : `line ${nth}`,
    )
    await scriptSpeech(visit, { transcript: () => transcriptOf(sentences, 10_800 / 50_000) })
    await rewriteVideos(visit, (video) => {
      video.captions = [ENGLISH]
      video.duration = 10_800
      video.endTime = 10_800
      video.waveform = null
    })
    await visit.openSample()
    await search(visit).fill('is the nee')
    await visit.seeText('1 of 1')
    const needle = list(visit).locator('mark[data-now]').first()
    expect(await isInView(needle)).toBe(true)
    expect(await list(visit).getByRole('row').count()).toBeLessThan(80)
    expect(await list(visit).getAttribute('aria-rowcount')).toBe('50000')
    // The match is far outside the timeline's view, and the overview marks it.
    await expect.poll(() => visit.page.locator('.trim-overview .timeline-ticks').count(), PATIENTLY).toBe(1)
    expect(await visit.page.locator('.timeline .timeline-ticks').count()).toBe(0)
    await visit.button('Use as range').click()
    expect((await visit.range())[0]).toBeCloseTo((49_000 * 10_800) / 50_000, 0)
    await expect.poll(() => visit.page.locator('.timeline .timeline-ticks').count(), PATIENTLY).toBe(1)
  })
})

describe('an address that asks for what is said', () => {
  it('opens where it is said first, with the silence beside it, and says no more of it', async () => {
    const visit = await visitSpoken(SPOKEN, {}, '&words=guide.+Snow')
    await expectRange(visit, timesOf(3, 'guide.')[0] - MARGIN_SECONDS, timesOf(4, 'Snow')[1] + MARGIN_SECONDS, 0.001)
    await visit.seeText('2 words in the range')
    expect(await search(visit).inputValue()).toBe('guide. Snow')
    const query = () => new URL(visit.page.url()).searchParams
    await expect.poll(() => query().has('words'), PATIENTLY).toBe(false)
    const range = await visit.range()
    await visit.page.reload()
    await visit.seeVideo('One day outside, in six shots')
    expect(await visit.range()).toEqual(range)
  })

  itAtLength('moves an end out to silence, although how loud it is there is known only later', async () => {
    const visit = await visitSpoken(SPOKEN, {}, '&words=says+the+guide')
    await expectRange(visit, timesOf(3, 'says')[0] - MARGIN_SECONDS, 40.02, 0.001)
  })

  it('opens as ever where nobody says it, and says so', async () => {
    const visit = await visitSpoken(SPOKEN, {}, '&start=10&end=20&words=hello+world')
    await visit.seeText('“hello world” was not found in the captions of this video.')
    await expectRange(visit, 10, 20)
    await expect.poll(() => new URL(visit.page.url()).searchParams.has('words'), PATIENTLY).toBe(false)
  })

  itAtLength('opens as ever where there are no captions, and says so', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    await rewriteVideos(visit, (video) => {
      video.captions = []
    })
    await visit.page.goto(new URL('/?url=sample&words=hello', stage.kerf.url).href)
    await visit.seeText('“hello” was not found: this video has no captions.')
    await expectRange(visit, 0, 60)
  })

  itAtLength(
    'is searched in the captions that it names, which can be asked for again when they were refused',
    async () => {
      const visit = await stage.visit({ path: '/favicon.svg' })
      await scriptSpeech(visit, {
        captions: [ENGLISH, AUTOMATIC],
        transcript: (captions, nth) => {
          if (nth === 1) return { refuse: 'source_failed' }
          return captions === 'en-auto' ? transcriptOf(['one two', 'three four'], 30) : SPOKEN
        },
      })
      visit.expectComplaint(/status of 422 .*\/transcript\?captions=en-auto$/)
      await visit.page.goto(new URL('/?url=sample&words=three&captions=en-auto', stage.kerf.url).href)
      await visit.seeText(/^The transcript could not be loaded\./)
      await visit.region('Transcript').getByRole('button', { name: 'Try again' }).click()
      await expect.poll(() => visit.at('Start'), PATIENTLY).toBeCloseTo(30, 0)
    },
  )
})

describe('on a phone', () => {
  it('a tap sets an end, a finger that stays selects words, and one that moves scrolls; there are no accessibility faults', async () => {
    // This transcript is longer than a phone's screen.
    const visit = await visitSpoken(transcriptOf([...DAY, ...DAY, ...DAY], 10), { screen: PHONE })
    await list(visit).scrollIntoViewIfNeeded()
    await word(visit, 'We').tap()
    await expectRange(visit, 9.94, 60, 0.001)

    const session = await visit.context.newCDPSession(visit.page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Place[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints })
    const [from, to] = [await middleOf(word(visit, 'wind')), await middleOf(word(visit, 'kind'))]
    const readScroll = () => list(visit).evaluate((element: Element) => element.scrollTop)
    const scrollBefore = await readScroll()
    await touch('touchStart', from)
    await visit.page.locator('.transcript-list[data-dragging]').waitFor()
    await touch('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
    await touch('touchMove', to)
    await touch('touchEnd')
    const [start, end] = timesOf(1, 'wind', 'kind')
    await expectRange(visit, start - MARGIN_SECONDS, end + MARGIN_SECONDS, 0.001)
    expect(await readScroll()).toBe(scrollBefore)

    await touch('touchStart', to)
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', { x: to.x, y: to.y - 15 * step })
    await touch('touchEnd')
    await expect.poll(readScroll, PATIENTLY).toBeGreaterThan(scrollBefore)
    await expectRange(visit, start - MARGIN_SECONDS, end + MARGIN_SECONDS, 0.001)

    await search(visit).fill('the')
    await visit.seeText(/^1 of \d+$/)
    await visit.expectNoFaults()
  })

  it('a hit and the search field are on the screen, above the keyboard', async () => {
    const visit = await visitSpoken(transcriptOf([...DAY, ...DAY, ...DAY], 10), { screen: PHONE })
    const areaAboveKeyboard = { width: PHONE.width, height: 440 }
    await visit.page.setViewportSize(areaAboveKeyboard)
    await search(visit).evaluate((field: Element) => field.scrollIntoView({ block: 'end' }))
    await search(visit).fill('hills')
    const hit = list(visit).locator('mark[data-now]')
    const checkVisibility = () =>
      Promise.all([isInView(hit), isOnScreen(hit, areaAboveKeyboard), isOnScreen(search(visit), areaAboveKeyboard)])
    await expect.poll(checkVisibility, PATIENTLY).toEqual([true, true, true])
    await visit.button('Next match').tap()
    await visit.seeText(/^2 of \d+$/)
    await expect.poll(checkVisibility, PATIENTLY).toEqual([true, true, true])
  })

  itAtLength(
    'and on a desktop it is free of accessibility faults in the light and in the dark, and fits the screen',
    async () => {
      for (const screen of [PHONE, DESKTOP]) {
        const visit = await visitSpoken(SPOKEN, { screen })
        await search(visit).fill('the')
        await visit.seeText(/^1 of \d+$/)
        await word(visit, 'hills.').click()
        await visit.expectNoFaultsInBothThemes()
      }
    },
  )
})

it('with forced colours every word can be read, also while all of them are chosen', async () => {
  const visit = await stage.visit({ path: '/favicon.svg' })
  await visit.page.emulateMedia({ forcedColors: 'active' })
  await scriptSpeech(visit, { transcript: () => SPOKEN })
  await visit.goToSample()
  const colours = () =>
    word(visit, 'morning,').evaluate((element: Element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      const paper = getComputedStyle(document.documentElement).backgroundColor
      return { color, ground: backgroundColor === 'rgba(0, 0, 0, 0)' ? paper : backgroundColor }
    })
  for (const end of ['1:00', '0:30']) {
    await visit.typeTime('End Time', end)
    const { color, ground } = await colours()
    expect(color).not.toBe(ground)
  }
})
