import { readPlans } from '@kerf/contract/plans'
import { qualityAccess } from '@kerf/domain/access/quality-access'
import { PLAN_IDS, PLANS } from '@kerf/domain/plans/plans'
import { expect } from 'vitest'
import { AccountHolder } from './harness/account-holder.ts'
import { it, itAtLength } from './harness/at-length.ts'
import { rewriteVideos } from './harness/rewrite-videos.ts'
import { exampleUser, scriptCall, signedInAs } from './harness/script-calls.ts'
import { openStage } from './harness/stage.ts'
import type { OptionLabel, Visit } from './harness/visit.ts'

const stage = openStage({ youtube: false })

const SENTENCE =
  'High-quality downloads are available with Pro subscription. Free users can download 360p and audio only.'
/** What the sample is offered in. */
const HIGHER: OptionLabel[] = ['1080p (HD)', '720p', '480p']
const PLAIN: OptionLabel[] = ['360p', 'Audio (MP3, 320 kbps)']

const badges = (visit: Visit, label: OptionLabel) => visit.option(label).locator('.badge').allInnerTexts()

async function seeRows(visit: Visit, labels: OptionLabel[], button: string, says: string[]): Promise<void> {
  for (const label of labels) {
    await visit.optionButton(label, button).waitFor()
    await expect.poll(() => badges(visit, label)).toEqual(says)
  }
}

it('a stranger gets 360p and audio, and is shown to an account for the rest', async () => {
  const visit = await stage.visit()
  await visit.openSample()
  await seeRows(visit, PLAIN, 'Download', ['FREE'])
  await seeRows(visit, HIGHER, 'Sign Up Required', ['PRO', 'LOCKED'])
  await visit.optionButton('480p', 'Sign Up Required').click({ force: true })
  await visit.seeToast('Premium Feature', SENTENCE)
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

itAtLength('somebody on Pro gets everything, and sees what of it they pay for', async () => {
  const visit = await stage.visit({ path: '/favicon.svg' })
  await signedInAs(visit, exampleUser({ subscription: 'pro-yearly' }))
  await rewriteVideos(visit, (video) => {
    for (const option of video.options)
      if (option.access !== 'unavailable' && qualityAccess('pro', option.quality).allowed) option.access = 'allowed'
  })
  await visit.page.goto(stage.kerf.url)
  await visit.openSample()
  await seeRows(visit, PLAIN, 'Download', ['FREE'])
  await seeRows(visit, HIGHER, 'Download', ['PRO'])
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
  await visit.page.goto(stage.kerf.url)
  await visit.page.getByRole('region', { name: 'Free', exact: true }).getByText('720p and audio').waitFor()
})
