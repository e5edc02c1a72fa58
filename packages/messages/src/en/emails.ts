import { PRODUCT_NAME } from '@kerf/domain/site/product'

const replyToAnswer = 'Reply to this email to answer. The sender’s address has not been verified.'

export const emailWords = {
  hello: (name: string | null) => (name ? `Hello ${name},` : 'Hello,'),
  verifyEmail: {
    subject: 'Confirm your email',
    lead: `Somebody created an account at ${PRODUCT_NAME} with this email. If that was you, confirm it here.`,
    open: 'Confirm email',
    validFor: (duration: string) => `The link works once and is valid for ${duration}.`,
    notYou: 'If you did not create an account, you do not need to do anything.',
  },
  welcome: {
    subject: `Welcome to ${PRODUCT_NAME}`,
    lead: 'Your email is confirmed. Paste a link, choose start and end, and download exactly that part.',
    open: 'Cut a video',
    account: 'Your downloads are in your account, on every device.',
  },
  test: {
    subject: `Test email from ${PRODUCT_NAME}`,
    lead: 'If you can read this, emails from this server arrive.',
    address: 'Please check that the link below opens the address you use. If it does not, set PUBLIC_URL.',
    open: 'Open the admin panel',
  },
  resetPassword: {
    subject: 'Set a new password',
    lead: `Somebody requested a new password for your account at ${PRODUCT_NAME}. If that was you, set it here.`,
    open: 'Set new password',
    token: 'Or enter this reset token',
    validFor: (duration: string) =>
      `The link and the token work once and are valid for ${duration}. A new password signs you out on all your devices.`,
    notYou: 'If this was not you, you do not need to do anything. Your password stays the same.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    lead: `The password of your account at ${PRODUCT_NAME} was changed. If this was you, you do not need to do anything.`,
    notYou: 'If this was not you, set a new password now. This also signs out everyone else.',
    open: 'Set a new password',
  },
  changeEmail: {
    subject: 'Confirm your new email',
    lead: `Somebody wants to use this email for an account at ${PRODUCT_NAME}. If that was you, confirm it here.`,
    open: 'Confirm new email',
    validFor: (duration: string) =>
      `The link works once and is valid for ${duration}. Until you confirm, the current email stays.`,
    notYou: 'If you did not ask for this, you do not need to do anything.',
  },
  emailChanged: {
    subject: 'Your email was changed',
    lead: `The email of your account at ${PRODUCT_NAME} has been changed. You will not get any more emails about it at this address.`,
    notYou: 'If this was not you, write to the people who run this server immediately.',
    open: 'Contact us',
  },
  accountDeleted: {
    subject: 'Your account has been deleted',
    lead: `Your account at ${PRODUCT_NAME} has been deleted, with its videos and downloads. It cannot be restored.`,
    last: 'This is the last email about it.',
    notYou: 'If this was not you, write to the people who run this server:',
  },
  paymentReceipt: {
    subject: (plan: string, amount: string) => `Receipt: ${plan}, ${amount}`,
    received: `We received your payment to ${PRODUCT_NAME}. Your plan is active now and does not renew automatically.`,
    extended: (plan: string, day: string) =>
      `We received your payment to ${PRODUCT_NAME}. It extends your ${plan} from ${day}. The plan does not renew automatically.`,
    periods: { none: 'free', month: 'one month', year: 'one year', forever: 'forever' },
    open: 'Print the receipt',
  },
  planRefunded: {
    subject: (plan: string, amount: string) => `Refunded: ${plan}, ${amount}`,
    lead: `This payment to ${PRODUCT_NAME} has been refunded, and the plan it paid for has ended. Other plans you have paid for stay active.`,
    open: 'See your payments',
  },
  planEnds: {
    subject: (plan: string, day: string) => `${plan} ends on ${day}`,
    lead: (plan: string, time: string) =>
      `Your plan ${plan} at ${PRODUCT_NAME} ends on ${time}. Nothing renews by itself and nothing is charged: your account is a free one from then on.`,
    buyAgain: 'If you would like to continue, buy it again. If you buy it before the end, the time is added.',
    open: 'See the plans',
  },
  accessAdded: {
    key: {
      subject: 'A new API key',
      lead: (name: string) =>
        `The API key “${name}” was created for your account at ${PRODUCT_NAME}. Programs that have it cut clips as you do. If this was you, you do not need to do anything.`,
    },
    webhook: {
      subject: 'A new webhook',
      lead: (host: string) =>
        `A webhook to ${host} was added to your account at ${PRODUCT_NAME}. It tells that server when a clip of yours is finished. If this was you, you do not need to do anything.`,
    },
    notYou:
      'If this was not you, somebody else is signed in to your account. Set a new password in the settings: it signs out everyone else, and revokes all keys and webhooks.',
    open: 'Open the settings',
  },
  webhookOff: {
    subject: 'A webhook was turned off',
    lead: (host: string) =>
      `For about a day, ${host} has not accepted what ${PRODUCT_NAME} sent to your webhook. The webhook is off now.`,
    waits: 'Events that are waiting are sent once you turn it on again.',
    open: 'Open the settings',
  },
  confirmNewsletter: {
    subject: 'Confirm your newsletter subscription',
    lead: `Somebody entered this email for the ${PRODUCT_NAME} newsletter. If that was you, confirm it here.`,
    open: 'Confirm newsletter',
    validFor: (duration: string) =>
      `The link works once and is valid for ${duration}. If you do not open it, we will not email you again.`,
    notYou: 'If you did not ask for this, you do not need to do anything. To delete your email from the list now:',
  },
  newsletter: { unsubscribe: 'You get this because you subscribed. To unsubscribe and have your email deleted:' },
  newsletterSubscribed: {
    subject: 'new newsletter subscriber',
    lead: (email: string) => `${email} has subscribed to the newsletter and confirmed it.`,
    list: 'You can see all subscribers in the admin panel.',
  },
  contactMessage: {
    lead: 'You have a new message from the contact form.',
    reply: replyToAnswer,
  },
  takedownNotice: {
    subject: 'DMCA notice',
    lead: 'Somebody has reported a copyright infringement.',
    address: 'Their postal address:',
    work: 'The work:',
    links: 'The infringing links, according to the notice:',
    statements:
      'They state in good faith that the use is not authorized, and under penalty of perjury that the notice is accurate and that they may act for the owner.',
    decide: `You can decide about it in the admin panel, under Notices. ${replyToAnswer}`,
  },
  labels: {
    plan: 'Plan',
    until: 'Runs until',
    amount: 'Amount',
    paid: 'Paid',
    receipt: 'Receipt',
    order: 'Order',
    reference: 'Reference',
    from: 'From',
    written: 'Written',
    subject: 'Subject',
    phone: 'Phone',
    signature: 'Signature',
  },
}
