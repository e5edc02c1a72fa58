import type { Language } from '@kerf/messages/languages'

/** What emails lead to. Always under the address that the operator gave: whoever asked has no say in it. */
export interface EmailLinks {
  home: string
  resetPassword(token: string): string
  confirmEmail(token: string): string
  confirmNewsletter(token: string): string
  endNewsletter(token: string): string
  forgotPassword: string
  contact: string
  payments: string
  receipt(orderId: string): string
  plans: string
}

export function emailLinks(publicUrl: URL, language: Language): EmailLinks {
  const link = (path: string, token?: string): string => {
    const url = new URL(path, publicUrl.origin)
    // The page speaks English unless it is told otherwise.
    if (language !== 'en') url.searchParams.set('lang', language)
    // Behind `#` it is sent to nobody: no proxy's log has it, and nobody who only fetches the page.
    if (token !== undefined) url.hash = new URLSearchParams({ token }).toString()
    return url.href
  }
  return {
    home: publicUrl.origin,
    resetPassword: (token) => link('/reset-password', token),
    confirmEmail: (token) => link('/confirm-email', token),
    confirmNewsletter: (token) => link('/confirm-newsletter', token),
    endNewsletter: (token) => link('/end-newsletter', token),
    forgotPassword: link('/forgot-password'),
    contact: link('/contact'),
    payments: link('/dashboard/billing'),
    receipt: (orderId) => link(`/dashboard/billing/${encodeURIComponent(orderId)}`),
    plans: link('/subscription'),
  }
}
