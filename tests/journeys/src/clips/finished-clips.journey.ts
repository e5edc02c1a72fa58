import { expect, it } from 'vitest'
import { PATIENTLY } from '../harness/browser.ts'
import { cut, visitWithSample, withWrongClock } from '../harness/sample-clip.ts'
import { openStage } from '../harness/servers/stage.ts'

const stage = openStage({ youtube: false })

it('a finished clip shows a receipt of its exactness and cost, stays after a reload, and goes when another tab deletes it', async () => {
  const visit = await visitWithSample(stage)
  await cut(visit)
  await visit.seeToast('Download Ready!')
  await visit.optionButton('360p', 'How exact is this?').click()
  const stats = (part: string) => visit.page.getByRole('group', { name: part }).locator('dl > div').allTextContents()
  // The whole receipt appears at once, shortly after the press.
  await expect
    .poll(() => stats('Your clip'), PATIENTLY)
    .toEqual(['Frames60', 'First frame0:04.000', 'Last frame0:05.967', 'Length0:02.000', 'Frame size640 × 360'])
  const [originalLine, rebuiltLine, audioLine] = await stats('Accuracy')
  const count = (line: string | undefined) => Number(/\d+$/.exec(line ?? '')?.[0])
  expect(count(originalLine) + count(rebuiltLine)).toBe(60)
  expect(audioLine).toBe('Audio offset0.0 ms')
  expect(await stats('Processing')).toEqual([
    expect.stringMatching(/^Data read\d+\.\d MB$/),
    expect.stringMatching(/^Processing time\d+\.\d s$/),
  ])

  // A page that could not load its downloads tries again by itself.
  visit.expectComplaint(/status of 500 .*\/downloads$/)
  await visit.answerOnce('*/downloads', { status: 500 })
  await visit.page.reload()
  await visit.optionButton('360p', /^Download \(/).waitFor()

  // Browsers inside other apps save no links, so the file opens in a window, which closes when its download begins.
  await visit.page.evaluate('delete HTMLAnchorElement.prototype.download')
  const [downloadEvent] = await Promise.all([
    visit.page.waitForEvent('download'),
    visit.context.waitForEvent('page'),
    visit.optionButton('360p', /^Download \(/).click(),
  ])
  expect(downloadEvent.suggestedFilename()).toBe('kerf_360p.mp4')

  // A clip that was deleted in another tab can be requested again in this one.
  const secondTab = await visit.openTab(visit.page.url())
  await secondTab.optionButton('360p', 'How exact is this?').click()
  await secondTab.optionButton('360p', 'Delete now').dblclick()
  await secondTab.optionButton('360p', 'Really delete?').click()
  await visit.optionButton('360p', 'Download').waitFor()
})

it('a finished clip counts down by the clock of the server, where that of the visitor is days ahead', async () => {
  const visit = await visitWithSample(stage, withWrongClock)
  await cut(visit)
  await visit
    .option('360p')
    .getByText(/^MP4, H\.264, deleted in (24 h|23 h 5\d min)$/)
    .waitFor()
  await visit.optionButton('360p', 'How exact is this?').click()
  await visit.seeText(/^Available until tomorrow \d\d:\d\d, (24 h|23 h 5\d min) from now\.$/)
})
