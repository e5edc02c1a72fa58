import { readCurrentUser, sendVerification, verifyEmail } from '@kerf/contract/auth'
import { confirmNewsletter, endNewsletter } from '@kerf/contract/contact'
import { describe, expect, it } from 'vitest'
import { open, openOtherTab, reload } from '../../testing/app.tsx'
import { showOnOneOfBothScreens } from '../../testing/at-length.ts'
import { exampleUser } from '../../testing/examples/account-examples.ts'
import { button, expectNoFaults, heading, mainLink, see, seeFocus, seeText, seeToast } from '../../testing/screen.ts'
import type { Refusal } from '../../testing/scripted-call.ts'
import { requestedPaths, scriptCall, scriptUser } from '../../testing/scripted-server.ts'

const INVALID_LINK: Refusal = { refuse: 'invalid_confirmation' }

describe('the link that confirms an email', () => {
  it('is sent once, is removed from the address at once, and is not sent again by going back or reloading', async () => {
    const answer = Promise.withResolvers<void>()
    const calls = scriptCall(verifyEmail, async () => {
      await answer.promise
      return { email: 'anna@example.org', changed: false }
    })
    const otherTab = openOtherTab()
    await open('/confirm-email?lang=en#token=to%2Bken')
    await expect.poll(() => location.pathname + location.search + location.hash).toBe('/confirm-email?lang=en')
    await see(heading('Confirm email'))
    answer.resolve()
    await seeFocus(heading('Email confirmed'))
    await seeText('anna@example.org is confirmed.')
    // The other tabs of this browser learn of it.
    await expect.poll(otherTab.newsCount).toBe(1)

    await reload()
    await see(heading('Email confirmed'))
    await mainLink('Sign in').click()
    await see(heading('Sign in'))
    history.back()
    await seeText('anna@example.org is confirmed.')
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'to+ken' }])
  })

  it('is explained to a stranger if used or expired, and leads to sign in', async () => {
    scriptCall(verifyEmail, () => INVALID_LINK)
    await open('/confirm-email#token=old')
    await see(heading('This link is no longer valid'))
    await see(mainLink('Sign in'))
  })

  it('can be sent again to a user who needs it if it has expired', async () => {
    scriptCall(verifyEmail, () => INVALID_LINK)
    scriptUser(exampleUser({ emailVerified: false }))
    const verificationCalls = scriptCall(sendVerification, () => ({}))
    await open('/confirm-email#token=old')
    await button('Send the email again').click()
    await seeToast('No email was sent', /^This server does not send emails\./)
    expect(verificationCalls).toHaveLength(1)
  })

  it('is explained to a user with a confirmed email if it was used', async () => {
    scriptCall(verifyEmail, () => INVALID_LINK)
    scriptUser(exampleUser())
    await open('/confirm-email#token=old')
    await seeText(/Your email anna@example\.org is confirmed\.$/)
  })

  it('can be retried after a failure, and may confirm a changed email', async () => {
    scriptUser(exampleUser())
    const calls = scriptCall(verifyEmail, (_call, callNumber) =>
      callNumber === 1
        ? { refuse: 'too_many_requests', retryAfterSeconds: 10 }
        : { email: 'anna@sample.org', changed: true },
    )
    await open('/confirm-email#token=t')
    await seeText('Please wait 10 seconds and try again.')
    await button('Try again').click()
    await see(heading('Email changed'))
    await seeText('Your email is now anna@sample.org.')
    await see(mainLink('Your profile'))
    expect(calls.map(({ body }) => body.token)).toEqual(['t', 't'])
    // The account is read again, with its new email.
    await expect.poll(() => requestedPaths().filter((path) => path === readCurrentUser.path)).toHaveLength(2)
  })
})

it.each([
  ['/end-newsletter', /any newsletter to unsubscribe\.$/],
  ['/confirm-newsletter#token=t', 'We will send news to anna@example.org. You can unsubscribe in every email.'],
  ['/confirm-newsletter#token=old', /on the contact page\.$/],
  ['/end-newsletter#token=t', /^You will not get any more newsletters/],
  ['/end-newsletter#token=old', /or write to us\.$/],
])('the newsletter link %s states its result, or what to do', async (path, text) => {
  scriptCall(confirmNewsletter, ({ body }) => (body.token === 'old' ? INVALID_LINK : { email: 'anna@example.org' }))
  scriptCall(endNewsletter, ({ body }) => (body.token === 'old' ? INVALID_LINK : {}))
  await showOnOneOfBothScreens()
  await open(path)
  await seeText(text)
  await expectNoFaults()
})
