import { expect, it } from 'vitest'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { countRequests, visitSample } from '../harness/sample-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { OptionLabel, Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const REFUSAL_SENTENCE =
  'High-quality downloads are available with Pro subscription. Free users can download 360p and audio only.'
/** Qualities of the sample that need a paid plan, and qualities that need no account. */
const PAID_LABELS: OptionLabel[] = ['1080p (HD)', '720p', '480p']
const FREE_LABELS: OptionLabel[] = ['360p', 'Audio (MP3, 320 kbps)']

async function seeRows(visit: Visit, labels: OptionLabel[], button: string, badges: string[]): Promise<void> {
  for (const label of labels) {
    await visit.optionButton(label, button).waitFor()
    await expect.poll(() => visit.option(label).locator('.badge').allInnerTexts()).toEqual(badges)
  }
}

it('a stranger gets 360p and audio; what an account opens is explained under a finger and to a keyboard', async () => {
  const visit = await visitSample(stage, '', { screen: PHONE })
  await seeRows(visit, FREE_LABELS, 'Download', ['FREE'])
  await seeRows(visit, PAID_LABELS, 'Sign Up Required', ['PRO', 'LOCKED'])
  await visit.option('4K 2160p').getByText('UNAVAILABLE', { exact: true }).waitFor()
  await visit.option('4K 2160p').getByText('This video stops at 1080p', { exact: true }).waitFor()
  expect(await visit.optionButton('4K 2160p', 'Unavailable').isDisabled()).toBe(true)
  const demo = visit.page.getByRole('region', { name: 'System Demo' })
  expect(await demo.getByRole('link', { name: 'Sign Up Free' }).getAttribute('href')).toBe('/auth/signup')
  expect(await demo.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/signin')

  const lockedButton = visit.optionButton('720p', 'Sign Up Required')
  expect(await lockedButton.getAttribute('aria-disabled')).toBe('true')
  await lockedButton.tap({ force: true })
  await visit.seeToast('Premium Feature', REFUSAL_SENTENCE)
  await visit.button('Dismiss').click()
  await expect.poll(() => visit.toasts.count(), PATIENTLY).toBe(0)
  await lockedButton.focus()
  await visit.page.keyboard.press('Enter')
  await visit.seeToast('Premium Feature', REFUSAL_SENTENCE)
  expect(countRequests(visit, /\/download$/)).toBe(0)
  // A free account does not include this quality.
  await visit.option('720p').getByText('Included in Pro', { exact: true }).waitFor()
  await visit.option('720p').getByRole('link', { name: 'Pro' }).tap()
  await expect.poll(() => visit.path).toBe('/subscription')
})
