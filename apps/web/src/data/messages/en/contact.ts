import { CHAT_HOURS, CONTACT_LENGTHS, CONTACT_REPLY_HOURS } from '@kerf/domain/people/contact-rules'
import { PRODUCT_NAME } from '@kerf/domain/product'

const { name, subject, message } = CONTACT_LENGTHS
const hour = (of24: number): string => `${of24 % 12 || 12} ${of24 < 12 ? 'AM' : 'PM'}`

/** The contact page. */
export const contactWords = {
  lead: 'Write to the people who run this server.',
  fields: { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' },
  faults: {
    name: {
      too_big: `Name must be at most ${name.max} characters`,
      otherwise: `Name must be at least ${name.min} characters`,
    },
    email: { otherwise: 'Please enter a valid email address' },
    subject: {
      too_big: `Subject must be at most ${subject.max} characters`,
      otherwise: `Subject must be at least ${subject.min} characters`,
    },
    message: {
      too_big: `Message must be at most ${message.max} characters`,
      otherwise: `Message must be at least ${message.min} characters`,
    },
  },
  send: 'Send Message',
  sending: 'Sending...',
  failed: 'Failed to send your message',
  sentTitle: 'Message Sent',
  sent: `You will get a reply within ${CONTACT_REPLY_HOURS} hours.`,
  otherWays: 'Other ways',
  email: {
    title: 'Email support',
    text: "Messages from the form reach the operator's mailbox.",
    reply: `You will get a reply within ${CONTACT_REPLY_HOURS} hours, by email.`,
  },
  chat: {
    title: 'Live chat',
    hours: `Available ${hour(CHAT_HOURS.fromHour)} to ${hour(CHAT_HOURS.toHour)} EST`,
    yours: (from: string, to: string) => `Where you are: ${from} to ${to}.`,
    during: 'Within hours now',
    outside: 'Outside hours now',
    text: 'The operator staffs the chat, where they offer one. Ask for it in a message.',
  },
  newsletter: {
    title: 'Newsletter',
    text: `News about ${PRODUCT_NAME}, when there is some.`,
    field: 'Email for the newsletter',
    subscribe: 'Subscribe',
    subscribing: 'Subscribing...',
    failed: 'Failed to subscribe',
    doneTitle: 'Almost subscribed',
    done: 'Check your mail to confirm. Nothing is sent to you before you do.',
  },
} as const
