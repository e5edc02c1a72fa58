import { expect, it } from 'vitest'
import { expectGoodLooks } from '../harness/at-length.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const LINK = /^ {2}(http:\/\/\S+\/setup#token=\S+)$/m
const PASSWORD = 'a strip of film'

// This server is empty and only for this file: the shared server may already have an admin.
const stage = openStage({ youtube: false, environment: {} })

/** Nothing can be bought without PayPal. Home and the plans say so, and what this server gives for free. */
async function seeWhatIsFree(admin: Visit): Promise<void> {
  const address = (path: string) => new URL(path, stage.kerf.url).href
  await admin.page.goto(address('/admin?tab=settings'))
  await admin.field('Free max quality').selectOption('720p')
  await admin.field('Daily limit').fill('12')
  await admin.button('Save').click()
  await admin.seeToast('Settings saved')
  // The address of a plan, for example from an email or another tab, opens nothing either.
  for (const path of ['/', '/subscription?plan=pro-yearly']) {
    await admin.page.goto(address(path))
    await admin.seeText(/Payments are not set up on this server\.$/)
    for (const name of ['Pro', 'Lifetime Access'])
      await admin.region(name).getByRole('button', { name: 'Not available here', disabled: true }).waitFor()
    expect(await admin.region('Ready to Upgrade').count()).toBe(0)
    await admin.seeText('720p and audio', admin.region('Free'))
    await admin.seeText('12 downloads a day', admin.region('Free'))
  }
  expect(admin.requestedUrls.filter((url) => /paypal/i.test(url))).toEqual([])
  const row = (name: string) => admin.page.getByRole('row', { name }).getByRole('cell').first()
  expect(await row('Video quality').textContent()).toBe('up to 720p')
  expect(await row('Downloads per day').innerText()).toBe('12')
  await admin.page.goto(address('/admin'))
}

const seeHeading = (visit: Visit, name: string) =>
  visit.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

it('somebody starts Kerf for their family: the printed link, four choices, one invitation, and nobody else', async () => {
  const link = LINK.exec(stage.ownKerf.output())?.[1] ?? ''
  const admin = await stage.visit({ path: '/favicon.svg' })
  await admin.page.goto(link)
  await seeHeading(admin, 'Set up')
  expect(new URL(admin.page.url()).hash).toBe('')
  await expectGoodLooks(admin, 'the first admin')
  // The form still works after a reload.
  await admin.page.reload()
  await admin.fill({ Name: 'Operator', Email: 'operator@example.org', Password: PASSWORD })
  await admin.button('Create Admin').dblclick()

  await seeHeading(admin, 'Basic settings')
  await admin.seeText(/^Emails are written as files to .*outbox/)
  await admin.seeText(/^Your browser uses http:\/\/127\.0\.0\.1:\d+\. PUBLIC_URL is not set\./)
  await expectGoodLooks(admin, 'four choices')
  await admin.button('Send me a test').click()
  await admin.seeToast('Test email on its way', /^It goes to operator@example\.org, through .*outbox\.$/)
  await admin.page.getByRole('radio', { name: /^Invited people/ }).check()
  await admin.page.getByRole('checkbox', { name: 'Direct links to media files' }).check()
  await admin.button('Save and Continue').click()

  const invitations = admin.region('Invitations')
  await invitations.getByText('There are no open invitations.').waitFor()
  await seeWhatIsFree(admin)
  await admin.field('Plan').selectOption('Pro, one year')
  await admin.button('Create invitation').dblclick()
  const invitation = await admin.field('Invitation link').inputValue()
  await invitations.getByRole('row', { name: /^Anybody with the link by Operator Pro, one year/ }).waitFor()
  await expectGoodLooks(admin, 'invitations')

  const guest = await stage.visit()
  await guest.seeText('Videos can only be cut here by people with an account. Accounts are by invitation only.')
  await expectGoodLooks(guest, 'the home page for strangers')
  // Nothing can be cut by a stranger, so nothing offers it.
  for (const offer of [
    guest.linkField,
    guest.button('Process'),
    guest.button('Try the sample'),
    guest.page.locator('.try-sample'),
  ])
    expect(await offer.isVisible()).toBe(false)
  guest.expectComplaint(/401.*process/)
  await guest.page.goto(new URL('/?url=kerf:sample', stage.kerf.url).href)
  await guest.seeToast('Error', 'This server is only for people with an account. Please sign in.')
  await guest.page.goto(new URL('/signin', stage.kerf.url).href)
  await guest.field('Password').waitFor()
  expect(await guest.page.getByRole('main').getByRole('link', { name: 'Create' }).isVisible()).toBe(false)
  await guest.page.goto(new URL('/', stage.kerf.url).href)
  await guest.page.getByRole('link', { name: 'Ask the people who run this server for an invitation' }).click()
  await seeHeading(guest, 'Contact')
  await guest.page.goto(new URL('/terms', stage.kerf.url).href)
  expect(await guest.page.getByText('You need no account to cut a video.').isVisible()).toBe(false)
  await guest.page.goto(invitation)
  await guest.seeText('You are invited. Your account comes with Pro.')
  await expectGoodLooks(guest, 'signing up with an invitation')
  await guest.fill({ Name: 'Grandma', Email: 'grandma@example.org', Password: PASSWORD })
  await guest.button('Create Account').dblclick()
  await guest.seeToast('Account created successfully!')
  await guest.openSample()

  const thirdVisit = await stage.visit({ path: '/signup' })
  await seeHeading(thirdVisit, 'By invitation only')
  await expectGoodLooks(thirdVisit, 'signing up without an invitation')
  await thirdVisit.page.goto('about:blank')
  await thirdVisit.page.goto(invitation)
  await seeHeading(thirdVisit, 'This invitation does not work')
  await thirdVisit.seeText(/^It has been used\./)

  // The printed link works only once.
  await thirdVisit.page.goto('about:blank')
  await thirdVisit.page.goto(link)
  thirdVisit.expectComplaint(/400.*setup/)
  await thirdVisit.fill({ Name: 'Third', Email: 'third@example.org', Password: PASSWORD })
  await thirdVisit.button('Create Admin').click()
  await seeHeading(thirdVisit, 'This link is no longer valid')
})
