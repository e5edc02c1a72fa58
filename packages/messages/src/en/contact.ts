import { MAX_RETENTION_HOURS } from '@kerf/domain/jobs/retention'
import { MAX_NOTICE_LINKS, NOTICE_LENGTHS } from '@kerf/domain/moderation/dmca-rules'
import { CHAT_HOURS, CONTACT_LENGTHS, CONTACT_REPLY_HOURS } from '@kerf/domain/people/contact-rules'
import { PRODUCT_NAME } from '@kerf/domain/site/product'

const { name, subject, message } = CONTACT_LENGTHS
const hour = (of24: number): string => `${of24 % 12 || 12} ${of24 < 12 ? 'AM' : 'PM'}`

/** Contact page. */
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
    kept: 'This server sends no emails. Messages from the form are kept for the people who run it.',
    reply: `You will get a reply within ${CONTACT_REPLY_HOURS} hours, by email.`,
  },
  chat: {
    title: 'Live chat',
    hours: `Available ${hour(CHAT_HOURS.fromHour)} to ${hour(CHAT_HOURS.toHour)} EST`,
    yours: (from: string, to: string) => `In your time zone: ${from} to ${to}.`,
    during: 'Currently within these hours',
    outside: 'Currently outside these hours',
    open: 'Open the chat',
  },
  newsletter: {
    title: 'Newsletter',
    text: `News about ${PRODUCT_NAME}, now and then.`,
    field: 'Email for the newsletter',
    subscribe: 'Subscribe',
    subscribing: 'Subscribing...',
    failed: 'Failed to subscribe',
    doneTitle: 'Almost subscribed',
    done: 'Check your email to confirm. You will not get any newsletters before that.',
  },
} as const

const lengths = NOTICE_LENGTHS
const describeTooLong = (label: string, max: number) => `${label} must be at most ${max} characters`
const atLeast = (label: string, min: number) => `${label} must be at least ${min} characters`

/** Page for copyright notices. */
export const dmcaWords = {
  title: 'DMCA notice',
  lead: 'Was your video published without your permission, and can it be cut here? Tell the people who run this server. A notice has six elements.',
  elements: {
    work: 'The work',
    links: 'Where it is infringed',
    person: 'Who you are',
    goodFaith: 'Good faith',
    accurate: 'Accuracy',
    signature: 'Signature',
  },
  fields: {
    work: 'Your work',
    workHint: 'Its title, and where the original can be seen. If there are several, list them.',
    links: 'The infringing links',
    linksHint: 'Links to videos or clips, one per line.',
    name: 'Full name',
    address: 'Postal address',
    phone: 'Phone',
    email: 'Email',
    goodFaith:
      'I have a good faith belief that the use of the material is not authorized by the copyright owner, its agent, or the law.',
    accurate:
      'The information in this notice is accurate, and under penalty of perjury, I am the owner, or authorized to act on behalf of the owner, of an exclusive right that is allegedly infringed.',
    signature: 'Signature',
    signatureHint: 'Type your full name. It counts as your electronic signature.',
  },
  faults: {
    work: {
      missing: 'Please say which work it is',
      too_big: describeTooLong('This', lengths.work.max),
      otherwise: atLeast('This', lengths.work.min),
    },
    links: {
      missing: 'Please enter at least one link',
      too_big: `At most ${MAX_NOTICE_LINKS} links fit into one notice`,
      otherwise: 'Each line must be a full link starting with https://',
    },
    name: {
      missing: 'Please enter your full name',
      too_big: describeTooLong('Name', lengths.name.max),
      otherwise: atLeast('Name', lengths.name.min),
    },
    address: {
      missing: 'Please enter your postal address',
      too_big: describeTooLong('Address', lengths.address.max),
      otherwise: atLeast('Address', lengths.address.min),
    },
    phone: {
      missing: 'Please enter a phone number',
      too_big: describeTooLong('Phone', lengths.phone.max),
      otherwise: 'Please enter a full phone number',
    },
    email: { missing: 'Please enter your email address', otherwise: 'Please enter a valid email address' },
    goodFaith: { otherwise: 'A notice is not valid without this statement' },
    accurate: { otherwise: 'A notice is not valid without this statement' },
    signature: {
      missing: 'Please sign with your full name',
      too_big: describeTooLong('Signature', lengths.signature.max),
      otherwise: atLeast('Signature', lengths.signature.min),
    },
  },
  send: 'Send Notice',
  sending: 'Sending...',
  failed: 'Failed to send your notice',
  sentTitle: 'Notice sent',
  reference: 'Reference:',
  nextTitle: 'What happens next',
  next: [
    'The people who run this server read your notice.',
    'If it is complete and correct, they delete what is still here.',
    'They email you what they did, and may forward your notice to the people it concerns.',
  ],
  another: 'Send another notice',
  aside: 'About notices',
  about: [
    {
      title: 'What is here, and for how long',
      text: [
        `${PRODUCT_NAME} publishes nothing. A video is shown only to the person who pasted its link, a clip only to the person who cut it, and clips are deleted within ${MAX_RETENTION_HOURS} hours.`,
        'The original stays where it was published. To have it taken down there, write to that platform.',
      ],
    },
    {
      title: 'Before you send one',
      text: [
        'Consider whether the use may be allowed, for example as fair use.',
        'Whoever knowingly misrepresents that something infringes can be liable for damages, under 17 U.S.C. § 512(f). If you are not sure, ask a lawyer first.',
      ],
    },
  ],
  counter: {
    title: 'Counter-notice',
    text: 'Was something of yours removed by mistake or misidentification? Write through the contact form, give the reference of the notice if you know it, and include:',
    elements: [
      'what was removed, and the link at which it was,',
      'a statement under penalty of perjury that you believe in good faith that it was removed by mistake or misidentification,',
      'your name, address and phone number,',
      'that you consent to the jurisdiction of the federal district court for your address, or for where this server is run if you live outside the United States, and that you will accept service of process from whoever sent the notice,',
      'your signature.',
    ],
    after:
      'What was removed may be put back after 10 to 14 business days, unless the sender of the notice goes to court.',
    contact: 'Go to the contact form',
  },
} as const
