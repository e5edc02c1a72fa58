import { expect, it } from 'vitest'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectRange, openWholeSample, SAMPLE_SECONDS, visitSample } from '../harness/sample-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'

const testbed = openTestbed({ youtube: false })

const openSample = (): Promise<Visit> => openWholeSample(testbed)

it('keys work with the focus anywhere, but do not interfere with typing or buttons', async () => {
  const visit = await openSample()
  const { keyboard } = visit.page
  await keyboard.press('?')
  const sheet = visit.page.getByRole('dialog', { name: 'Keys' })
  await sheet.getByText('set start or end here').waitFor()
  // In a dialog the keys have no effect.
  await keyboard.press('i')
  await keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  // The focus is on the title, outside of the panel.
  for (const key of ['.', '.', '.', ',']) await keyboard.press(key)
  await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBe(0.066)
  await keyboard.press('i')
  await expectRange(visit, 0.066, SAMPLE_SECONDS)
  await keyboard.press('Space')
  await visit.seeToast('Preview Opened')
  await visit.button('Pause').waitFor()
  await visit.openFold('More')
  await visit.button('Copy link to this trim').focus()
  await keyboard.press('Space')
  await visit.seeToast('Link Copied')
  expect(await visit.button('Close Preview').isVisible()).toBe(true)
  await visit.page.getByRole('heading', { level: 1 }).focus()
  await keyboard.press('Space')
  await visit.seeToast('Preview Closed')

  await visit.linkField.focus()
  await keyboard.type('i o, .')
  expect(await visit.linkField.inputValue()).toBe('i o, .')
  await expectRange(visit, 0.066, SAMPLE_SECONDS)
  await visit.button('Preview Selection').waitFor()

  // I and O set the ends to the playhead.
  await visit.slider('Playhead').focus()
  await keyboard.press('Home')
  await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBe(0)
  await keyboard.press('Shift+ArrowRight')
  await keyboard.press('i')
  await expectRange(visit, 5, SAMPLE_SECONDS)
  await keyboard.press('Shift+ArrowRight')
  await keyboard.press('.')
  await keyboard.press('o')
  await expectRange(visit, 5, 10.033)
  await expect.poll(() => visit.slider('Playhead').getAttribute('aria-valuetext'), PATIENTLY).toBe('10.033 seconds')
})

it('the playhead moves through the selection while the preview opened by Space is playing', async () => {
  const visit = await openSample()
  await visit.typeRange('0:30', '0:31')
  await visit.slider('Start').focus()
  await visit.page.keyboard.press('Space')
  await visit.seeToast('Preview Opened')
  await visit.page.getByLabel('Preview of One day outside, in six shots').waitFor()
  await visit.seeText('The downloaded file will contain only the trimmed section.')
  const playhead = () => visit.readPosition('Playhead')
  await expect.poll(playhead, PATIENTLY).toBeGreaterThan(30.1)
  // The playhead reaches the end and starts again; it never leaves the selection.
  const positions: number[] = []
  const hasRestarted = async () => {
    positions.push(await playhead())
    return positions.some((position, index) => position < (positions[index - 1] ?? position))
  }
  await expect.poll(hasRestarted, PATIENTLY).toBe(true)
  expect(Math.min(...positions)).toBeGreaterThanOrEqual(30)
  expect(Math.max(...positions)).toBeLessThan(31.2)
})

it('a phone whose number pad has no colon gets a colon button while a time is typed', async () => {
  const visit = await visitSample(testbed, '', { screen: PHONE })
  const colon = visit.page.getByRole('button', { name: 'Colon' })
  expect(await colon.count()).toBe(0)
  await visit.typeTime('End Time', '\uff10\uff1a\uff14\uff10')
  const field = visit.timeField('Start Time')
  await field.tap()
  await visit.page.keyboard.type('0')
  await colon.tap()
  await visit.page.keyboard.type('15')
  await visit.seeFocus(field)
  expect(await field.inputValue()).toBe('0:15')
  await field.press('Enter')
  await expectRange(visit, 15, 40)
})
