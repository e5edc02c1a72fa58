import { forgotPassword, resetPassword, signIn, signUp } from '@kerf/contract/auth'
import type { Endpoint } from '@kerf/contract/protocol/endpoint'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { button, fill, inputIn, pressTwice, seeText, seeToast } from '../../testing/screen.ts'
import { goOffline, scriptCall } from '../../testing/scripted-server.ts'

/** The forms of these pages, with valid values. */
const FORMS: {
  path: string
  endpoint: Endpoint
  values: Record<string, string>
  send: string
  failureTitle: string
}[] = [
  {
    path: '/signin',
    endpoint: signIn,
    values: { Email: 'anna@example.org', Password: 'a strip of film' },
    send: 'Sign In',
    failureTitle: 'Failed to sign in',
  },
  {
    path: '/signup',
    endpoint: signUp,
    values: { Name: 'Anna Example', Email: 'anna@example.org', Password: 'a strip of film' },
    send: 'Create Account',
    failureTitle: 'Failed to create account',
  },
  {
    path: '/forgot-password',
    endpoint: forgotPassword,
    values: { Email: 'anna@example.org' },
    send: 'Send Reset Link',
    failureTitle: 'Failed to send reset email',
  },
  {
    path: '/reset-password',
    endpoint: resetPassword,
    values: {
      'Reset token': 'token-from-the-mail',
      'New password': 'a strip of film',
      'Confirm new password': 'a strip of film',
    },
    send: 'Set New Password',
    failureTitle: 'Failed to reset password',
  },
]

it.each(FORMS)(
  "the form at $path shows the server's error or a failure, and keeps its input",
  async ({ path, endpoint, values, send, failureTitle }) => {
    let refusal: 'too_many_requests' | 'not_set_up' = 'too_many_requests'
    const main = page.getByRole('main')
    const calls = scriptCall(endpoint, () =>
      refusal === 'not_set_up' ? { refuse: refusal } : { refuse: refusal, error: 'Please come back in 3 minutes.' },
    )
    await open(path)
    await fill(values)
    await pressTwice(button(send))
    await seeToast('Error', 'Please come back in 3 minutes.')
    await seeText('Please come back in 3 minutes.', main)
    expect(calls).toHaveLength(1)

    refusal = 'not_set_up'
    await button(send).click()
    await seeToast('Error', 'This server is not set up for that yet.')

    const goOnline = goOffline()
    await button(send).click()
    await seeToast('Error', failureTitle)
    await seeText('You are offline. Please try again when you are back online.', main)
    expect(Object.keys(values).map(inputIn)).toEqual(Object.values(values))
    goOnline()
  },
)
