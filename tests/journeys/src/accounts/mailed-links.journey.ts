import { sendVerification, verifyEmail } from '@kerf/contract/auth'
import { confirmNewsletter, endNewsletter } from '@kerf/contract/contact'
import { describe, expect, it as itInBoth } from 'vitest'
import { it, ONE_OF_BOTH_SCREENS } from '../harness/at-length.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { exampleUser, scriptCall, signedInAs } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const address = (path: string): string => new URL(path, stage.kerf.url).href
const pageHeading = (visit: Visit, name: string) => visit.page.getByRole('heading', { level: 1, name, exact: true })
const mainLink = (visit: Visit, name: string) => visit.page.getByRole('main').getByRole('link', { name, exact: true })

describe('the link that confirms an email', () => {
  it('is sent once, is removed from the address at once, and is not sent again by going back or reloading', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    const answer = Promise.withResolvers<void>()
    const calls = await scriptCall(visit, verifyEmail, async () => {
      await answer.promise
      return { email: 'anna@example.org', changed: false }
    })
    await visit.page.goto(address('/confirm-email?lang=en#token=to%2Bken'))
    await expect.poll(() => visit.page.url(), PATIENTLY).toBe(address('/confirm-email?lang=en'))
    await pageHeading(visit, 'Confirm email').waitFor()
    answer.resolve()
    await visit.seeFocus(pageHeading(visit, 'Email confirmed'))
    await visit.seeText('anna@example.org is confirmed.')

    await visit.page.reload()
    await pageHeading(visit, 'Email confirmed').waitFor()
    await mainLink(visit, 'Sign in').click()
    await pageHeading(visit, 'Sign in').waitFor()
    await visit.page.goBack()
    await visit.seeText('anna@example.org is confirmed.')
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'to+ken' }])
  })

  it('changes nothing when it is only fetched, as mail scanners do', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    const calls = await scriptCall(visit, verifyEmail, () => ({ refuse: 'invalid_confirmation' }))
    for (const page of ['/confirm-email', '/confirm-newsletter', '/end-newsletter']) {
      const answer = await visit.page.request.get(address(`${page}?token=t`))
      expect(answer.status()).toBe(200)
      expect(await answer.text()).toContain('<meta name="robots" content="noindex')
    }
    expect(calls).toHaveLength(0)
  })

  it('shows if it is used or too old, offers a new one where that helps, and can be tried again', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    await scriptCall(visit, verifyEmail, () => ({ refuse: 'invalid_confirmation' }))
    visit.expectComplaint(/400.*verify-email/)
    await visit.page.goto(address('/confirm-email#token=old'))
    await pageHeading(visit, 'This link is no longer valid').waitFor()
    await mainLink(visit, 'Sign in').waitFor()

    await signedInAs(visit, exampleUser({ emailVerified: false }))
    const verificationCalls = await scriptCall(visit, sendVerification, () => ({}))
    await visit.page.goto(address('/confirm-email#token=old'))
    await visit.button('Send the email again').click()
    await visit.seeToast('No email was sent', /^This server does not send emails\./)
    expect(verificationCalls).toHaveLength(1)

    await signedInAs(visit, exampleUser())
    await visit.page.goto(address('/confirm-email#token=old'))
    await visit.seeText(/Your email anna@example\.org is confirmed\.$/)

    // A confirmation that failed can be tried again. This link confirms a changed email.
    const calls = await scriptCall(visit, verifyEmail, (_call, nth) =>
      nth === 1 ? { refuse: 'too_many_requests', retryAfterSeconds: 10 } : { email: 'anna@sample.org', changed: true },
    )
    visit.expectComplaint(/429.*verify-email/)
    await visit.page.goto(address('/confirm-email#token=t'))
    await visit.seeText('Please wait 10 seconds and try again.')
    await visit.button('Try again').click()
    await pageHeading(visit, 'Email changed').waitFor()
    await visit.seeText('Your email is now anna@sample.org.')
    await mainLink(visit, 'Your profile').waitFor()
    expect(calls.map(({ body }) => body.token)).toEqual(['t', 't'])
  })
})

describe.each(ONE_OF_BOTH_SCREENS)('the links of the newsletter, on $name', (look) => {
  itInBoth('subscribe and unsubscribe, and say what to do when they are too old', async () => {
    const visit = await stage.visit({ ...look, path: '/favicon.svg' })
    const isOld = ({ body }: { body: { token: string } }) => body.token === 'old'
    const refusal = { refuse: 'invalid_confirmation' } as const
    await scriptCall(visit, confirmNewsletter, (call) => (isOld(call) ? refusal : { email: 'anna@example.org' }))
    await scriptCall(visit, endNewsletter, (call) => (isOld(call) ? refusal : {}))
    visit.expectComplaint(/400.*newsletter\/confirm/)
    visit.expectComplaint(/400.*newsletter\/end/)
    for (const [path, text] of [
      ['/end-newsletter', /any newsletter to unsubscribe\.$/],
      ['/confirm-newsletter#token=t', 'We will send news to anna@example.org. You can unsubscribe in every email.'],
      ['/confirm-newsletter#token=old', /on the contact page\.$/],
      ['/end-newsletter#token=t', /^You will not get any more newsletters/],
      ['/end-newsletter#token=old', /or write to us\.$/],
    ] as const) {
      await visit.page.goto(address(path))
      await visit.seeText(text)
      await visit.expectNoFaults()
    }
  })
})
