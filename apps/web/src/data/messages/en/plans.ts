/** The plans and the questions about them, as the home page and the pricing page show them. */
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
  freeAgain: (day: string | null) => (day === null ? 'Yours again when your plan ends.' : `Yours again on ${day}.`),
  yoursUntil: (day: string) => `Yours until ${day}.`,
  extend: 'Extend',
  notSetUp: 'Payments are not set up on this server.',
  /** In place of the button that buys a plan. */
  notSold: 'Not for sale here',
  free: {
    note: 'No card, no trial clock.',
    list: (quality: string, daily: number) => [
      `${quality} and audio`,
      `${daily} ${daily === 1 ? 'download' : 'downloads'} a day`,
      'Exact cuts, every time',
      'Community support',
    ],
    choose: 'Start with Free',
  },
  pro: {
    monthlyNote: 'One month. Nothing renews by itself.',
    yearlyNote: (months: number, saved: string, list: string) =>
      `${months} ${months === 1 ? 'month' : 'months'} free. Save ${saved} against ${list}.`,
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
    note: 'Everything in Pro, for good.',
    list: ['All Pro features', 'Lifetime updates', 'Commercial usage rights', 'Member badge'],
    choose: 'Choose Lifetime',
  },
} as const

export const faqWords = {
  title: 'Questions',
  list: [
    [
      'Can I cancel anytime?',
      'Yes, by doing nothing. You pay once for a month or a year, and nothing renews by itself: the plan simply ends, and you are on Free. A mail tells you a week before, and a day before. Your account stays.',
    ],
    [
      'Which payment methods do you take?',
      'PayPal, and credit or debit cards through PayPal. You do not need a PayPal account to pay by card. Prices are in US dollars, and each payment has a receipt in Billing.',
    ],
    [
      'Is there a free trial?',
      'Free is the trial: the same exact cut, for as long as you like, with fewer pixels and clips.',
    ],
    [
      'Can I downgrade later?',
      'Pro ends by itself at the end of the period you paid for, and you are on Free again. You need not do anything; buying again before that adds to the end. Lifetime never ends.',
    ],
  ],
} as const
