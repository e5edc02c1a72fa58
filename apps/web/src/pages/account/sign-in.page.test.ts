import { signIn, signOut } from '@kerf/contract/auth'
import { finishOidc } from '@kerf/contract/oidc'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { exampleUser } from '../../testing/examples/account-examples.ts'
import {
  button,
  expectNoFaults,
  field,
  fill,
  heading,
  inputIn,
  mainLink,
  PHONE,
  pressOn,
  see,
  seeFault,
  seeFocus,
  seeNo,
  seePath,
  seeText,
  seeToast,
} from '../../testing/screen.ts'
import { scriptCall, scriptUser } from '../../testing/scripted-server.ts'

/** Answer to a sign-in. The page then requests the signed-in user every ten seconds. */
function signInAnswer(user = exampleUser()) {
  scriptUser(user)
  return { user }
}

describe('signing in', () => {
  it('marks missing fields, then leads home with the account, after one request for many presses', async () => {
    const answer = Promise.withResolvers<void>()
    const calls = scriptCall(signIn, (_call, callNumber) =>
      callNumber === 1 ? { refuse: 'wrong_credentials' } : answer.promise.then(() => signInAnswer()),
    )
    // The address names a page of another site, which is ignored.
    await open('/signin?then=%2F%5Cexample.org')
    await button('Sign In').click()
    await seeToast('Error', 'Please fill in all fields')
    await seeFault('Email', 'Please enter your email address')
    await seeFault('Password', 'Please enter your password')
    await seeFocus(field('Email'))

    await fill({ Email: 'anna@', Password: 'hunter' })
    await button('Sign In').click()
    await seeToast('Error', 'Please enter a valid email address')
    await seeFault('Email', 'Please enter a valid email address')
    await seeFault('Password', null)
    expect(calls).toHaveLength(0)

    await field('Email').fill('anna@example.org')
    await seeFault('Email', null)
    await pressOn(field('Email'), '{Enter}')
    await seeToast('Error', 'The email or password is incorrect.')

    await button('Sign In').dblClick()
    await button('Signing In...').click({ force: true })
    await pressOn(field('Password'), '{Enter}')
    answer.resolve()
    await seeToast('Success', 'Signed in successfully!')
    await seePath('/')
    await see(button('Account menu of Anna Example'))
    expect(calls.map(({ body }) => body)).toEqual(Array(2).fill({ email: 'anna@example.org', password: 'hunter' }))
  })

  it('requests a second factor, shows a wrong code and the waiting time, then continues', async () => {
    const calls = scriptCall(signIn, ({ body }) => {
      if (body.code === undefined) return { refuse: 'second_factor_needed' }
      if (body.code === '111111') return { refuse: 'wrong_code' }
      if (body.code === '222222') return { refuse: 'too_many_requests', retryAfterSeconds: 40 }
      return signInAnswer(exampleUser({ secondFactor: true }))
    })
    await open('/signin?then=%2Fsubscription%3Fplan%3Dfree')
    await fill({ Email: 'anna@example.org', Password: 'a strip of film' })
    await pressOn(field('Password'), '{Enter}')
    const code = field('Code from your app')
    await seeFocus(code)
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(code).toHaveAttribute('inputmode', 'numeric')
    expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem').length).toBe(0)
    await expectNoFaults()

    // The code field belongs to the account, so another email hides it.
    await field('Email').fill('bert@example.org')
    await seeNo(code)
    await field('Email').fill('anna@example.org')
    await button('Sign In').click()
    await see(code)
    await button('Sign In').click()
    await seeFault('Code from your app', 'Please enter a code')
    await code.fill('111111')
    await pressOn(code, '{Enter}')
    await seeToast('Error', 'This code is incorrect. Please enter the one your app shows now.')
    await seeFault('Code from your app', /^This code is incorrect\./)
    await code.fill('222222')
    await pressOn(code, '{Enter}')
    await seeToast('Error', 'Please wait 40 seconds and try again.')

    await button('Use a backup code').click()
    await fill({ 'Backup code': ' aB3dE-fG7hI ' })
    await button('Sign In').click()
    await seeToast('Success', 'Signed in successfully!')
    await expect.poll(() => location.pathname + location.search).toBe('/subscription?plan=free')
    const credentials = { email: 'anna@example.org', password: 'a strip of film' }
    expect(calls.map(({ body }) => body)).toEqual([
      credentials,
      credentials,
      { ...credentials, code: '111111' },
      { ...credentials, code: '222222' },
      { ...credentials, code: 'aB3dE-fG7hI' },
    ])
  })

  it('with an identity provider does not move somebody who opened another page', async () => {
    const answer = Promise.withResolvers<void>()
    scriptCall(finishOidc, async () => {
      await answer.promise
      return { state: 'signed_in' as const, user: exampleUser(), goTo: '/batch' }
    })
    await open('/signin?state=of-this-test&code=of-this-test')
    await see(page.getByRole('status').getByText('Signing In...'))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await see(heading('Terms of Service'))
    answer.resolve()
    await see(button('Account menu of Anna Example'))
    expect(location.pathname).toBe('/terms')
  })

  it('shows and hides the password, leads to the other pages, and works by keyboard', async () => {
    scriptCall(signIn, () => signInAnswer())
    await open('/signin')
    await expect.element(field('Email')).toHaveAttribute('type', 'email')
    await field('Password').fill('hunter')
    await button('Show password').click()
    await expect.element(field('Password')).toHaveAttribute('type', 'text')
    await button('Hide password').click()
    await expect.element(field('Password')).toHaveAttribute('type', 'password')
    expect(inputIn('Password')).toBe('hunter')

    await mainLink('Forgot your password?').click()
    await see(heading('Forgot password'))
    await mainLink('Sign in').click()
    await mainLink('Create an account').click()
    await see(heading('Sign up'))

    // The rest uses the keyboard only.
    await open('/signin')
    await pressOn(field('Email'), 'anna@example.org{Tab}hunter{Tab} ')
    await expect.element(field('Password')).toHaveAttribute('type', 'text')
    await userEvent.tab()
    await seeFocus(mainLink('Forgot your password?'))
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await seeToast('Success', 'Signed in successfully!')
  })

  it.each(['/signup', '/signin'])('shows a signed-in user at %s their account, and a way to sign out', async (path) => {
    scriptUser(exampleUser())
    scriptCall(signOut, () => undefined)
    await page.viewport(PHONE.width, PHONE.height)
    await open(path)
    await see(heading('You are signed in'))
    await seeText('As Anna Example, anna@example.org.')
    expect(page.getByRole('textbox').length).toBe(0)
    await expectNoFaults()
    await button('Logout').click()
    await seePath('/')
    await see(page.getByRole('textbox', { name: 'Video link' }))
    await button('Menu').click()
    await see(page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
  })
})
