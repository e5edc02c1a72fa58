import { readPlans } from '@kerf/contract/plans'
import { PLAN_IDS, PLANS } from '@kerf/domain/plans/plans'
import { expect, it } from 'vitest'
import { AccountHolder } from './harness/account-holder.ts'
import { PATIENTLY, PHONE } from './harness/browser.ts'
import { requestsOf } from './harness/sample-clip.ts'
import { scriptCall } from './harness/script-calls.ts'
import { openStage } from './harness/stage.ts'
import type { OptionLabel, Visit } from './harness/visit.ts'

const stage = openStage({ youtube: false })

const SENTENCE =
  'High-quality downloads are available with Pro subscription. Free users can download 360p and audio only.'
/** What the sample is offered in. */
const HIGHER: OptionLabel[] = ['1080p (HD)', '720p', '480p']
const PLAIN: OptionLabel[] = ['360p', 'Audio (MP3, 320 kbps)']

async function seeRows(visit: Visit, labels: OptionLabel[], button: string, badges: string[]): Promise<void> {
  for (const label of labels) {
    await visit.optionButton(label, button).waitFor()
    await expect.poll(() => visit.option(label).locator('.badge').allInnerTexts()).toEqual(badges)
  }
}

it('a stranger gets 360p and audio; what an account opens is explained under a finger and to a keyboard', async () => {
  const visit = await stage.visit({ screen: PHONE })
  await visit.openSample()
  await seeRows(visit, PLAIN, 'Download', ['FREE'])
  await seeRows(visit, HIGHER, 'Sign Up Required', ['PRO', 'LOCKED'])
  await visit.option('4K 2160p').getByText('UNAVAILABLE', { exact: true }).waitFor()
  await visit.option('4K 2160p').getByText('This video stops at 1080p', { exact: true }).waitFor()
  expect(await visit.optionButton('4K 2160p', 'Unavailable').isDisabled()).toBe(true)
  const demo = visit.page.getByRole('region', { name: 'System Demo' })
  expect(await demo.getByRole('link', { name: 'Sign Up Free' }).getAttribute('href')).toBe('/auth/signup')
  expect(await demo.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/signin')

  const locked = visit.optionButton('720p', 'Sign Up Required')
  expect(await locked.getAttribute('aria-disabled')).toBe('true')
  await locked.tap({ force: true })
  await visit.seeToast('Premium Feature', SENTENCE)
  await visit.button('Dismiss').click()
  await expect.poll(() => visit.toasts.count(), PATIENTLY).toBe(0)
  await locked.focus()
  await visit.page.keyboard.press('Enter')
  await visit.seeToast('Premium Feature', SENTENCE)
  expect(requestsOf(visit, /\/download$/)).toBe(0)
})

it('a free account gets no more, and is shown to the plan', async () => {
  const visit = await stage.visit({ path: '/favicon.svg' })
  const { email, password } = new AccountHolder(stage.kerf.url)
  await visit.context.request.post(`${stage.kerf.url}/api/auth/signup`, {
    data: { name: 'Anna Example', email, password },
  })
  await visit.page.goto(stage.kerf.url)
  await visit.openSample()
  await seeRows(visit, PLAIN, 'Download', ['FREE'])
  await seeRows(visit, HIGHER, 'Upgrade Required', ['PRO', 'LOCKED'])
  await visit.optionButton('720p', 'Upgrade Required').click({ force: true })
  await visit.seeToast('Premium Feature', SENTENCE)
})

it('the plans say what this server gives for free', async () => {
  const visit = await stage.visit({ path: '/favicon.svg' })
  await scriptCall(visit, readPlans, () => ({
    plans: PLAN_IDS.map((id) => PLANS[id]),
    freeMaxQuality: '720p' as const,
    freeDailyLimit: 12,
    payments: false,
  }))
  await visit.page.goto(new URL('/subscription', stage.kerf.url).href)
  const row = (name: string) => visit.page.getByRole('row', { name }).getByRole('cell').first()
  await expect.poll(() => row('Video quality').textContent()).toBe('up to 720p')
  expect(await row('Downloads per day').innerText()).toBe('12')
  const free = visit.page.getByRole('region', { name: 'Free', exact: true })
  await free.getByText('720p and audio').waitFor()
  await free.getByText('12 downloads a day').waitFor()
})
