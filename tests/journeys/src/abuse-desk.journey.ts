import { readAdminStats } from '@kerf/contract/admin'
import { readAdminHealth } from '@kerf/contract/admin-settings'
import { videoIds } from '@kerf/standins/youtube/videos'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from './harness/account-holder.ts'
import { exampleHealth, exampleStats } from './harness/admin-examples.ts'
import { PATIENTLY, PHONE } from './harness/browser.ts'
import { scriptCall } from './harness/script-calls.ts'
import { openStage } from './harness/stage.ts'
import type { Visit } from './harness/visit.ts'
import { linkTo } from './harness/youtube.ts'

const ADMIN = 'desk@example.org'
const stage = openStage({ youtube: true, environment: { ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD } })

const field = (visit: Visit, label: string) => visit.page.getByLabel(label, { exact: true })

async function giveNotice(visit: Visit, links: string): Promise<string> {
  const written = {
    'The work that is yours': 'The Long Song, a film of 2020',
    'The links that infringe it': links,
    'Full name': 'Anna Example',
    'Postal address': 'Street 1\n10115 Berlin',
    Phone: '+49 30 123456',
    Email: 'anna@example.org',
    Signature: 'Anna Example',
  }
  for (const [label, text] of Object.entries(written)) await field(visit, label).fill(text)
  for (const statement of await visit.page.getByRole('checkbox').all()) await statement.check()
  await visit.button('Send Notice').click()
  await visit.page.getByRole('heading', { level: 1, name: 'Notice sent' }).waitFor()
  return await visit.page.getByText(/^N-\d{4}-\d{4}$/).innerText()
}

describe('a rights owner’s notice', () => {
  it('ends what visitors have of the video, once an admin has said so', async () => {
    const visitor = await stage.visit()
    await visitor.submitLink(linkTo(videoIds.ordinary))
    await visitor.arriveAtVideo('Stand-in test video')
    await visitor.typeRange('0:01.500', '0:03.700')
    await visitor.optionButton('360p', 'Download').click()
    await visitor.optionButton('360p', /^Download \(/).waitFor()

    const owner = await stage.visit({ path: '/dmca', screen: PHONE })
    const hopeless = 'https://www.youtube.com/@somebody'
    const reference = await giveNotice(
      owner,
      `https://m.youtube.com/shorts/${videoIds.ordinary}?feature=share\n${hopeless}`,
    )

    // The head of the panel, and what it counts, are told elsewhere.
    await scriptCall(owner, readAdminStats, () => exampleStats())
    await scriptCall(owner, readAdminHealth, () => exampleHealth())
    await owner.page.goto(new URL('/signin?next=/admin', owner.page.url()).href)
    await field(owner, 'Email').fill(ADMIN)
    await field(owner, 'Password').fill(PASSWORD)
    await owner.button('Sign In').click()
    await owner.page.waitForURL((url) => url.pathname !== '/signin')
    await owner.page.goto(new URL('/admin?tab=abuse', owner.page.url()).href)
    await owner.seeText(`Reference ${reference}`)
    await owner.button('Block: The Long Song, a film of 2020').click()
    await owner.button('Block links').click()
    await owner.seeToast('Links blocked')
    await owner.seeText(new RegExp(`^Nothing could be blocked for: ${hopeless}`))
    await owner.page.getByText('BLOCKED', { exact: true }).waitFor()

    visitor.expectComplaint(/451/)
    const file = visitor.requestedUrls.map((url) => /\/api\/download\/[\w-]+/.exec(url)?.[0]).find(Boolean)
    const answer = await visitor.page.request.get(new URL(`${file}/file`, visitor.page.url()).href)
    expect([answer.status(), await answer.json()]).toMatchObject([451, { code: 'link_blocked' }])
    await visitor.optionButton('360p', /^Download \(/).click()
    await visitor.page.getByRole('heading', { level: 1, name: 'This video is blocked' }).waitFor()
    await visitor.seeText('This video is blocked on this server, because of its rights or its content.')
    await visitor.submitLink(`https://youtu.be/${videoIds.ordinary}`)
    await visitor.seeToast('Error', /blocked on this server/)

    await owner.page.goto(new URL('/admin?tab=audit', owner.page.url()).href)
    await owner.page.getByLabel('Search the audit').fill(reference)
    const rows = owner.page.getByRole('row').filter({ hasText: 'Decided a notice' })
    await expect.poll(() => rows.count(), PATIENTLY).toBe(1)
    await rows.getByText('blocked: 1 of 2 links; the others lead to nothing that can be blocked').waitFor()
  })
})
