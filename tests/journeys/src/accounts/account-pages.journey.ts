import { forgotPassword, resetPassword, signIn, signOut, signUp } from '@kerf/contract/auth'
import { finishOidc } from '@kerf/contract/oidc'
import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import { describe, expect } from 'vitest'
import { isAtLength, it } from '../harness/at-length.ts'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { exampleUser, NOTHING, scriptCall, signedInAs, signInAs } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const pageHeading = (visit: Visit, name: string) => visit.page.getByRole('heading', { level: 1, name, exact: true })
const link = (visit: Visit, name: string) => visit.page.getByRole('main').getByRole('link', { name, exact: true })

/** The error at a field; null if there is none. */
async function faultAt(visit: Visit, label: string): Promise<string | null> {
  const control = visit.field(label)
  if ((await control.getAttribute('aria-invalid')) !== 'true') return null
  const descriptionIds = (await control.getAttribute('aria-describedby')) ?? ''
  const faultId = descriptionIds.split(' ').find((id) => id.endsWith('-fault'))
  return visit.page.locator(`[id="${faultId}"]`).textContent()
}

/** The forms of these pages, with valid values. */
const FORMS: {
  page: string
  endpoint: Endpoint
  values: Record<string, string>
  button: string
  failureTitle: string
}[] = [
  {
    page: '/signin',
    endpoint: signIn,
    values: { Email: 'anna@example.org', Password: 'a strip of film' },
    button: 'Sign In',
    failureTitle: 'Failed to sign in',
  },
  {
    page: '/signup',
    endpoint: signUp,
    values: { Name: 'Anna Example', Email: 'anna@example.org', Password: 'a strip of film' },
    button: 'Create Account',
    failureTitle: 'Failed to create account',
  },
  {
    page: '/forgot-password',
    endpoint: forgotPassword,
    values: { Email: 'anna@example.org' },
    button: 'Send Reset Link',
    failureTitle: 'Failed to send reset email',
  },
  {
    page: '/reset-password',
    endpoint: resetPassword,
    values: {
      'Reset token': 'token-from-the-mail',
      'New password': 'a strip of film',
      'Confirm new password': 'a strip of film',
    },
    button: 'Set New Password',
    failureTitle: 'Failed to reset password',
  },
]

it('every form shows the error of the server, or that it failed, and keeps its input', async () => {
  const visit = await stage.visit({ path: '/favicon.svg' })
  for (const status of [/429/, /501/, /ERR_INTERNET_DISCONNECTED/]) visit.expectComplaint(status)
  // All pages share one form with different fields, so `npm test` checks two of them.
  const checkedForms = FORMS.filter(({ page }) => isAtLength || page === '/signin' || page === '/reset-password')
  for (const { page, endpoint, values, button, failureTitle } of checkedForms) {
    await visit.page.goto(new URL(page, stage.kerf.url).href)
    let refusal: 'too_many_requests' | 'not_set_up' = 'too_many_requests'
    const main = visit.page.getByRole('main')
    const calls = await scriptCall(visit, endpoint, () =>
      refusal === 'not_set_up' ? { refuse: refusal } : { refuse: refusal, error: 'Please come back in 3 minutes.' },
    )
    await visit.fill(values)
    await visit.button(button).dblclick()
    await visit.seeToast('Error', 'Please come back in 3 minutes.')
    await visit.seeText('Please come back in 3 minutes.', main)
    expect(calls, page).toHaveLength(1)

    refusal = 'not_set_up'
    await visit.button(button).click()
    await visit.seeToast('Error', 'This server is not set up for that yet.')

    await visit.answerNothing()
    await visit.context.setOffline(true)
    await visit.button(button).click()
    await visit.seeToast('Error', failureTitle)
    await visit.seeText('You are offline. Please try again when you are back online.', main)
    for (const [label, value] of Object.entries(values))
      expect(await visit.field(label).inputValue(), `${page}, ${label}`).toBe(value)
    await visit.context.setOffline(false)
  }
})

describe('signing in', () => {
  it('marks missing fields, then leads home with the account, with one request even after many presses', async () => {
    // The address names a page of another site, which is ignored.
    const visit = await stage.visit({ path: '/signin?then=%2F%5Cexample.org' })
    const answer = Promise.withResolvers<void>()
    const calls = await scriptCall(visit, signIn, (_call, nth) =>
      nth === 1 ? { refuse: 'wrong_credentials' } : answer.promise.then(() => signInAs(visit)),
    )
    await visit.button('Sign In').click()
    await visit.seeToast('Error', 'Please fill in all fields')
    await expect.poll(() => faultAt(visit, 'Email'), PATIENTLY).toBe('Please enter your email address')
    await expect.poll(() => faultAt(visit, 'Password'), PATIENTLY).toBe('Please enter your password')
    await visit.seeFocus(visit.field('Email'))

    await visit.fill({ Email: 'anna@', Password: 'hunter' })
    await visit.button('Sign In').click()
    await visit.seeToast('Error', 'Please enter a valid email address')
    await expect.poll(() => faultAt(visit, 'Email'), PATIENTLY).toBe('Please enter a valid email address')
    await expect.poll(() => faultAt(visit, 'Password'), PATIENTLY).toBeNull()
    expect(calls).toHaveLength(0)

    visit.expectComplaint(/401/)
    await visit.field('Email').fill('anna@example.org')
    await expect.poll(() => faultAt(visit, 'Email'), PATIENTLY).toBeNull()
    await visit.field('Email').press('Enter')
    await visit.seeToast('Error', 'The email or password is incorrect.')

    await visit.button('Sign In').dblclick()
    await visit.button('Signing In...').click({ force: true })
    await visit.field('Password').press('Enter')
    answer.resolve()
    await visit.seeToast('Success', 'Signed in successfully!')
    await expect.poll(() => visit.path, PATIENTLY).toBe('/')
    await visit.button('Account menu of Anna Example').waitFor()
    expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ email: 'anna@example.org', password: 'hunter' }))
  })

  it('asks for the code of a second factor, shows if it is wrong and how long to wait, then continues', async () => {
    const visit = await stage.visit({ path: '/signin?then=%2Fsubscription%3Fplan%3Dfree' })
    const calls = await scriptCall(visit, signIn, ({ body }) => {
      if (body.code === undefined) return { refuse: 'second_factor_needed' }
      if (body.code === '111111') return { refuse: 'wrong_code' }
      if (body.code === '222222') return { refuse: 'too_many_requests', retryAfterSeconds: 40 }
      return signInAs(visit, exampleUser({ secondFactor: true }))
    })
    for (const status of [/401/, /429/]) visit.expectComplaint(status)
    await visit.fill({ Email: 'anna@example.org', Password: 'a strip of film' })
    await visit.field('Password').press('Enter')
    const code = visit.field('Code from your app')
    await visit.seeFocus(code)
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
    expect(await code.getAttribute('inputmode')).toBe('numeric')
    expect(await visit.toasts.count()).toBe(0)
    await visit.expectNoFaults()

    // The code field belongs to the account, so another email hides it.
    await visit.field('Email').fill('bert@example.org')
    await code.waitFor({ state: 'detached' })
    await visit.field('Email').fill('anna@example.org')
    await visit.button('Sign In').click()
    await code.waitFor()
    await visit.button('Sign In').click()
    await expect.poll(() => faultAt(visit, 'Code from your app'), PATIENTLY).toBe('Please enter a code')
    await code.fill('111111')
    await code.press('Enter')
    await visit.seeToast('Error', 'This code is incorrect. Please enter the one your app shows now.')
    await expect.poll(() => faultAt(visit, 'Code from your app'), PATIENTLY).toContain('This code is incorrect.')
    await code.fill('222222')
    await code.press('Enter')
    await visit.seeToast('Error', 'Please wait 40 seconds and try again.')

    await visit.button('Use a backup code').click()
    await visit.fill({ 'Backup code': ' aB3dE-fG7hI ' })
    await visit.button('Sign In').click()
    await visit.seeToast('Success', 'Signed in successfully!')
    await visit.page.waitForURL('**/subscription?plan=free')
    const credentials = { email: 'anna@example.org', password: 'a strip of film' }
    expect(calls.map(({ body }) => body)).toEqual([
      credentials,
      credentials,
      { ...credentials, code: '111111' },
      { ...credentials, code: '222222' },
      { ...credentials, code: 'aB3dE-fG7hI' },
    ])
  })

  it('with an identity provider leaves somebody where they have gone meanwhile, with their account', async () => {
    const visit = await stage.visit({ path: '/favicon.svg' })
    const answer = Promise.withResolvers<void>()
    await scriptCall(visit, finishOidc, async () => {
      await answer.promise
      return { state: 'signed_in' as const, user: exampleUser(), goTo: '/batch' }
    })
    await visit.page.goto(`${stage.kerf.url}/signin?state=of-this-test&code=of-this-test`)
    await visit.page.getByRole('status').getByText('Signing in...').waitFor()
    await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Terms', exact: true }).click()
    await pageHeading(visit, 'Terms of Service').waitFor()
    answer.resolve()
    await visit.button('Account menu of Anna Example').waitFor()
    expect(visit.path).toBe('/terms')
  })

  it('shows and hides the password, leads to the other pages, and needs nothing but a keyboard', async () => {
    const visit = await stage.visit({ path: '/signin' })
    await scriptCall(visit, signIn, () => signInAs(visit))
    expect(await visit.field('Email').getAttribute('type')).toBe('email')
    await visit.field('Password').fill('hunter')
    await visit.button('Show password').click()
    await expect.poll(() => visit.field('Password').getAttribute('type'), PATIENTLY).toBe('text')
    await visit.button('Hide password').click()
    await expect.poll(() => visit.field('Password').getAttribute('type'), PATIENTLY).toBe('password')
    expect(await visit.field('Password').inputValue()).toBe('hunter')

    await link(visit, 'Forgot your password?').click()
    await pageHeading(visit, 'Forgot password').waitFor()
    await link(visit, 'Sign in').click()
    await link(visit, 'Create an account').click()
    await pageHeading(visit, 'Sign up').waitFor()

    // The rest uses the keyboard alone.
    await visit.page.goto(new URL('/signin', stage.kerf.url).href)
    await visit.field('Email').focus()
    const { keyboard } = visit.page
    await keyboard.type('anna@example.org')
    await keyboard.press('Tab')
    await keyboard.type('hunter')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await expect.poll(() => visit.field('Password').getAttribute('type'), PATIENTLY).toBe('text')
    await keyboard.press('Tab')
    await visit.seeFocus(link(visit, 'Forgot your password?'))
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await visit.seeToast('Success', 'Signed in successfully!')
  })

  it('shows a signed-in user their account, and a way to sign out', async () => {
    const visit = await stage.visit({ path: '/terms', screen: PHONE })
    await signedInAs(visit, exampleUser())
    await scriptCall(visit, signOut, () => undefined)
    for (const page of ['/signup', '/signin']) {
      await visit.page.goto(new URL(page, stage.kerf.url).href)
      await pageHeading(visit, 'You are signed in').waitFor()
      await visit.seeText('As Anna Example, anna@example.org.')
      expect(await visit.page.getByRole('textbox').count(), page).toBe(0)
    }
    await visit.expectNoFaults()
    await visit.button('Logout').click()
    await expect.poll(() => visit.path, PATIENTLY).toBe('/')
    await visit.linkField.waitFor()
    await visit.button('Menu').click()
    await visit.page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
  })
})

it('signing up leads on to what was wanted, also by a link that was pressed before the code of its page had come', async () => {
  const visit = await stage.visit({ path: '/favicon.svg' })
  visit.expectComplaint(/ERR_FAILED/)
  const code = /\/assets\/[^/]*\.js$/
  await visit.context.route(code, (route) => route.abort())
  // `goto` is not used here, because it waits for the code.
  await visit.page.evaluate(() => location.assign('/signin?then=%2Fterms'))
  await link(visit, 'Create an account').waitFor()
  await visit.context.unroute(code)
  await scriptCall(visit, signUp, () => signInAs(visit))
  await link(visit, 'Create an account').click()
  await visit.fill({ Name: 'Anna Example', Email: 'anna@example.org', Password: 'a strip of film' })
  await visit.button('Create Account').click()
  await pageHeading(visit, 'Terms of Service').waitFor()
})

it('signing up asks for every field, rates the password, and creates an account named after the email', async () => {
  const visit = await stage.visit({ path: '/signup' })
  const calls = await scriptCall(visit, signUp, (_call, nth) =>
    nth === 1 ? { refuse: 'email_taken' } : signInAs(visit),
  )
  await visit.fill({ Name: '  ', Password: 'short' })
  await visit.button('Create Account').click()
  await expect.poll(() => faultAt(visit, 'Name'), PATIENTLY).toBe('Please enter your name')
  await expect.poll(() => faultAt(visit, 'Email'), PATIENTLY).toBe('Please enter your email address')
  await visit.fill({ Name: ' Anna Example ', Email: 'anna@example.org' })
  await visit.button('Create Account').click()
  await expect.poll(() => faultAt(visit, 'Password'), PATIENTLY).toBe('Password must be at least 6 characters')

  for (const [password, hint] of [
    ['password1', 'Very common and easy to guess. Choose another one.'],
    ['kv9#xq', 'Easy to guess. Longer is better.'],
    ['video strips', 'Fair. A few more characters make it strong.'],
    ['a strip of film', 'Strong.'],
  ] as const) {
    await visit.field('Password').fill(password)
    await visit.seeText(hint)
  }
  await visit.field('Password').fill('x'.repeat(257))
  await visit.button('Create Account').click()
  await visit.seeToast('Error', 'Password must be at most 256 characters')
  expect(calls).toHaveLength(0)

  // A common password is warned about, never refused.
  await visit.field('Password').fill('123456')
  visit.expectComplaint(/409/)
  await visit.button('Create Account').click()
  await expect.poll(() => faultAt(visit, 'Email'), PATIENTLY).toBe('An account with this email already exists.')
  expect(calls).toHaveLength(1)

  // The account may be the visitor's own, so the links to it stay until another email is typed.
  await link(visit, 'set a new password').waitFor()
  await visit.field('Email').fill('anna.b@example.org')
  await link(visit, 'set a new password').waitFor({ state: 'detached' })
  await visit.field('Password').fill('  spaces stay  ')
  await visit.button('Create Account').click()
  await visit.seeToast('Account created successfully!', /^This server does not send emails\./)
  await expect.poll(() => visit.path, PATIENTLY).toBe('/')
  const expectedBody = {
    name: 'Anna Example',
    username: 'anna.b',
    email: 'anna.b@example.org',
    password: '  spaces stay  ',
  }
  expect(calls.at(-1)?.body).toEqual(expectedBody)
})

it('a forgotten password gets the same answer with and without an account, and is replaced with the token from the email', async () => {
  const visit = await stage.visit({ path: '/forgot-password' })
  const calls = await scriptCall(visit, forgotPassword, () => ({}))
  await visit.button('Send Reset Link').click()
  await visit.seeToast('Error', 'Please enter your email address')
  await visit.field('Email').fill('anna@example.org')
  await visit.button('Send Reset Link').click()
  await visit.seeToast('Reset Link Sent', 'If the email exists, a reset link has been sent to your inbox.')
  await pageHeading(visit, 'Check Your Email').waitFor()
  expect(calls.map(({ body }) => body)).toEqual([{ email: 'anna@example.org' }])

  await visit.button('Try another email').click()
  await expect.poll(() => visit.field('Email').inputValue(), PATIENTLY).toBe('anna@example.org')
  await visit.seeFocus(visit.field('Email'))
  await visit.button('Send Reset Link').click()
  await link(visit, 'Back to Sign In').click()
  await pageHeading(visit, 'Sign in').waitFor()
  await visit.page.goBack()
  await pageHeading(visit, 'Forgot password').waitFor()

  // In demo mode the answer contains the token.
  await visit.page.goto(new URL('/forgot-password', stage.kerf.url).href)
  await scriptCall(visit, forgotPassword, () => ({ resetToken: 'demo+token/1' }))
  const changes = await scriptCall(visit, resetPassword, (_call, nth) =>
    nth === 1 ? { refuse: 'invalid_token' } : NOTHING,
  )
  await visit.field('Email').fill('anna@example.org')
  await visit.button('Send Reset Link').click()
  await visit.seeToast('Reset Link Sent', /demo\+token\/1/)
  await visit.expectNoFaults()
  await link(visit, 'I Have a Reset Token').click()
  await expect.poll(() => visit.field('Reset token').inputValue(), PATIENTLY).toBe('demo+token/1')
  // The token stays neither in the address bar nor in the history.
  await expect.poll(() => visit.page.url(), PATIENTLY).toBe(new URL('/reset-password', stage.kerf.url).href)

  // The password is not set before it is long enough and repeated, and a token is entered.
  await visit.fill({ 'Reset token': '', 'New password': 'short', 'Confirm new password': 'other' })
  await visit.button('Set New Password').click()
  await expect.poll(() => faultAt(visit, 'Reset token'), PATIENTLY).toBe('Please enter the token from your email')
  await expect.poll(() => faultAt(visit, 'New password'), PATIENTLY).toBe('Password must be at least 6 characters')
  await visit.fill({ 'Reset token': 'demo+token/1', 'New password': 'a strip of film' })
  await visit.button('Set New Password').click()
  await expect.poll(() => faultAt(visit, 'Confirm new password'), PATIENTLY).toBe('Passwords do not match')
  expect(changes).toHaveLength(0)
  await visit.field('Confirm new password').fill('a strip of film')
  visit.expectComplaint(/400/)
  await visit.button('Set New Password').click()
  await visit.seeToast('Error', 'This reset token is no longer valid. Please request a new one.')
  await expect.poll(() => faultAt(visit, 'Reset token'), PATIENTLY).toContain('no longer valid')
  await visit.button('Set New Password').click()
  await visit.seeToast('Success', 'Your new password is set. Sign in with it.')
  await expect.poll(() => visit.path, PATIENTLY).toBe('/signin')
  expect(changes.at(-1)?.body).toEqual({ token: 'demo+token/1', password: 'a strip of film' })
})
