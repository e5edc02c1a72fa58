import { expect, it } from 'vitest'
import { expectGoodLooks } from '../harness/at-length.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const LINK = /^ {2}(http:\/\/\S+\/setup#token=\S+)$/m
const PASSWORD = 'a strip of film'

// Empty, and of its own: the shared server has an admin or gets one from another file.
const stage = openStage({ youtube: false, environment: {} })

const headed = (visit: Visit, name: string) =>
  visit.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

it('somebody starts Kerf for their family: the printed link, four choices, one invitation, and nobody else', async () => {
  const link = LINK.exec(stage.ownKerf.output())?.[1] ?? ''
  const admin = await stage.visit({ path: '/favicon.svg' })
  await admin.page.goto(link)
  await headed(admin, 'Set up')
  expect(new URL(admin.page.url()).hash).toBe('')
  await expectGoodLooks(admin, 'the first admin')
  // A reload loses nothing.
  await admin.page.reload()
  await admin.fill({ Name: 'Operator', Email: 'operator@example.org', Password: PASSWORD })
  await admin.button('Create Admin').dblclick()

  await headed(admin, 'Basic settings')
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
  await admin.field('Plan').selectOption('Pro, one year')
  await admin.button('Create invitation').dblclick()
  const invitation = await admin.field('Invitation link').inputValue()
  await invitations.getByRole('row', { name: /^Anybody with the link by Operator Pro, one year/ }).waitFor()
  await expectGoodLooks(admin, 'invitations')

  const guest = await stage.visit()
  await guest.seeText('Videos can only be cut here by people with an account. Accounts are by invitation only.')
  await expectGoodLooks(guest, 'the home page for strangers')
  guest.expectComplaint(/401.*process/)
  await guest.button('Try the sample').click()
  await guest.seeToast('Error', 'This server is only for people with an account. Please sign in.')
  await guest.page.goto(new URL('/terms', stage.kerf.url).href)
  expect(await guest.page.getByText('You need no account to cut a video.').isVisible()).toBe(false)
  await guest.page.goto(invitation)
  await guest.seeText('You are invited. Your account comes with Pro.')
  await expectGoodLooks(guest, 'signing up with an invitation')
  await guest.fill({ Name: 'Grandma', Email: 'grandma@example.org', Password: PASSWORD })
  await guest.button('Create Account').dblclick()
  await guest.seeToast('Account created successfully!')
  await guest.openSample()

  const third = await stage.visit({ path: '/signup' })
  await headed(third, 'By invitation only')
  await expectGoodLooks(third, 'signing up without an invitation')
  await third.page.goto('about:blank')
  await third.page.goto(invitation)
  await headed(third, 'This invitation does not work')
  await third.seeText(/^It has been used\./)

  // The printed link is dead, and no start prints another.
  await third.page.goto('about:blank')
  await third.page.goto(link)
  third.expectComplaint(/400.*setup/)
  await third.fill({ Name: 'Third', Email: 'third@example.org', Password: PASSWORD })
  await third.button('Create Admin').click()
  await headed(third, 'This link is no longer valid')
})
