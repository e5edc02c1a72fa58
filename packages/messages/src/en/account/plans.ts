/** Plans and questions about them, for the home page and the pricing page. */
export const planWords = {
  title: 'Every plan cuts exactly',
  lead: 'Pay for more pixels and more clips, never for precision.',
  period: 'Billing period',
  monthly: 'Monthly',
  yearly: 'Yearly',
  aMonth: 'a month',
  aYear: 'a year',
  once: 'once',
  upTo: (quality: string) => `Video up to ${quality}`,
  current: 'Current Plan',
  included: (plan: string) => `Included in ${plan}`,
  freeAgain: (day: string | null) =>
    day === null ? 'You return to Free when your plan ends.' : `You return to Free on ${day}.`,
  yoursUntil: (day: string) => `Active until ${day}.`,
  extend: 'Extend',
  notSetUp: 'Payments are not set up on this server.',
  /** Replaces the button that buys a plan. */
  notSold: 'Not available here',
  free: {
    note: 'No credit card, no time limit.',
    list: (quality: string, daily: number) => [
      `${quality} and audio`,
      `${daily} ${daily === 1 ? 'download' : 'downloads'} a day`,
      'Exact cuts, every time',
      'Community support',
    ],
    choose: 'Start with Free',
  },
  pro: {
    monthlyNote: 'One month. No automatic renewal.',
    yearlyNote: (months: number, saved: string, list: string) =>
      `${months} ${months === 1 ? 'month' : 'months'} free. Save ${saved} compared with ${list}.`,
    list: [
      'Up to 4K',
      'Unlimited downloads',
      'Batch, priority processing, advanced trimming',
      'No ads',
      'Priority support',
    ],
    choose: 'Choose Pro',
  },
  lifetime: {
    note: 'Everything in Pro, forever.',
    list: ['All Pro features', 'Lifetime updates', 'Commercial usage rights', 'Member badge'],
    choose: 'Choose Lifetime',
  },
} as const

export const faqWords = {
  title: 'Questions',
  list: [
    [
      'Can I cancel anytime?',
      'Yes, and there is nothing to cancel. You pay once for a month or a year, and the plan does not renew automatically. When it ends, you are on Free, and your account stays. We email you a week before and a day before.',
    ],
    [
      'Which payment methods do you take?',
      'PayPal, and credit or debit cards through PayPal. You do not need a PayPal account to pay by card. Prices are in US dollars, and each payment has a receipt in Billing.',
    ],
    [
      'Is there a free trial?',
      'Free is the trial: the same exact cuts for as long as you like, in lower quality and with fewer clips.',
    ],
    [
      'Can I downgrade later?',
      'Yes. Pro ends after the period you paid for, and you are on Free again. You do not need to do anything. If you buy again before then, the time is added. Lifetime never ends.',
    ],
  ],
} as const
