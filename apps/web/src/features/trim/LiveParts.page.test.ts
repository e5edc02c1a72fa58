import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { button, mainLink, PHONE, see, seeNo, seeText } from '../../testing/screen.ts'
import { addressParameter, openFold, openSample, scriptVideo, seeRange, seeSample } from '../../testing/video.ts'

const LIVE = { liveAt: '2026-11-30T21:15:00Z', duration: 700, startTime: 670, endTime: 700 }

it('a live stream opens with its last part, and has a button for each other part', async () => {
  scriptVideo(LIVE)
  await page.viewport(PHONE.width, PHONE.height)
  // The times of an earlier lookup mean another part of the stream.
  await openSample('&start=10&end=20')
  await seeRange(670, 700)
  await seeText(/^Live stream up to .*15/)
  await expect.element(button('Last 30 s')).toHaveAttribute('aria-pressed', 'true')
  await button('Last 10 min').click()
  await seeRange(100, 700)
  await button('Last 2 min').click()
  await seeRange(580, 700)
  await expect.element(button('Last 30 s')).toHaveAttribute('aria-pressed', 'false')
  expect(addressParameter('start')).toBe('580')
})

it('a live stream has no link to its range, but one that looks it up again', async () => {
  scriptVideo({ ...LIVE, duration: 90, startTime: 60, endTime: 90 })
  await openSample()
  await seeNo(button('Last 2 min'))
  await openFold('More')
  await see(page.getByRole('button', { name: /^Add range/ }))
  await seeNo(button('Copy link to this trim'))
  scriptVideo({ ...LIVE, duration: 120, startTime: 90, endTime: 120 })
  await mainLink('Load the newest part').click()
  await seeSample()
  await seeRange(90, 120)
})

it('other videos have no buttons for parts', async () => {
  scriptVideo()
  await openSample()
  await seeNo(button('Last 30 s'))
  await seeNo(mainLink('Load the newest part'))
})
