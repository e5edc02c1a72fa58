import { forgotPassword, resetPassword } from '@kerf/contract/auth'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import {
  button,
  expectNoFaults,
  field,
  fill,
  heading,
  mainLink,
  see,
  seeFault,
  seeFocus,
  seeInput,
  seePath,
  seeToast,
} from '../../testing/screen.ts'
import { EMPTY_ANSWER } from '../../testing/scripted-call.ts'
import { scriptCall } from '../../testing/scripted-server.ts'

it('a forgotten password gets the same answer with and without an account', async () => {
  const calls = scriptCall(forgotPassword, () => ({}))
  await open('/forgot-password')
  await button('Send Reset Link').click()
  await seeToast('Error', 'Please enter your email address')
  await field('Email').fill('anna@example.org')
  await button('Send Reset Link').click()
  await seeToast('Reset Link Sent', 'If the email exists, a reset link has been sent to your inbox.')
  await see(heading('Check Your Email'))
  expect(calls.map(({ body }) => body)).toEqual([{ email: 'anna@example.org' }])

  await button('Try another email').click()
  await seeInput('Email', 'anna@example.org')
  await seeFocus(field('Email'))
  await button('Send Reset Link').click()
  await mainLink('Back to Sign In').click()
  await see(heading('Sign in'))
  history.back()
  await see(heading('Forgot password'))
})

it('a forgotten password is replaced with the token from the email', async () => {
  // In demo mode the answer contains the token.
  scriptCall(forgotPassword, () => ({ resetToken: 'demo+token/1' }))
  const changes = scriptCall(resetPassword, (_call, callNumber) =>
    callNumber === 1 ? { refuse: 'invalid_token' } : EMPTY_ANSWER,
  )
  await open('/forgot-password')
  await field('Email').fill('anna@example.org')
  await button('Send Reset Link').click()
  await seeToast('Reset Link Sent', /demo\+token\/1/)
  await expectNoFaults()
  await mainLink('I Have a Reset Token').click()
  await seeInput('Reset token', 'demo+token/1')
  // The token stays neither in the address bar nor in the history.
  await expect.poll(() => location.pathname + location.search + location.hash).toBe('/reset-password')

  // The password is not set before it is long enough and repeated, and a token is entered.
  await fill({ 'Reset token': '', 'New password': 'short', 'Confirm new password': 'other' })
  await button('Set New Password').click()
  await seeFault('Reset token', 'Please enter the token from your email')
  await seeFault('New password', 'Password must be at least 6 characters')
  await fill({ 'Reset token': 'demo+token/1', 'New password': 'a strip of film' })
  await button('Set New Password').click()
  await seeFault('Confirm new password', 'Passwords do not match')
  expect(changes).toHaveLength(0)
  await field('Confirm new password').fill('a strip of film')
  await button('Set New Password').click()
  await seeToast('Error', 'This reset token is no longer valid. Please request a new one.')
  await seeFault('Reset token', /no longer valid/)
  await button('Set New Password').click()
  await seeToast('Success', 'Your new password is set. Sign in with it.')
  await seePath('/signin')
  expect(changes.at(-1)?.body).toEqual({ token: 'demo+token/1', password: 'a strip of film' })
})
