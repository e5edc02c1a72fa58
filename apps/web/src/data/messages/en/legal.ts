/**
 * The two documents. Words in braces are facts of the product, filled in from the rules by features/legal/legal-facts.ts, so that
 * a document never names another price or limit than the one in force.
 */
export const legalWords = {
  /** Dates on pages that are built beforehand cannot follow the reader's own flavour of the language. */
  dateLocale: 'en-GB',
  changed: 'Last changed on {changed}',
  contents: 'On this page',
  related: 'See also',
  terms: {
    lead: 'Six short sections. Whoever runs this server is called “we” here; you are whoever uses it.',
    sections: [
      {
        title: 'Acceptable use',
        text: [
          'You may use this service to cut parts out of videos and to keep them, for yourself or for your work. You may do so by hand or, within the limits of your plan, by the API.',
          'You may not use it to break the law, to get around its limits, to overload it or the sources it reads from, to reach what is not meant for you, or to resell it as your own. It gets around no login, no payment and no copy protection, and you may not make it try.',
          'We may slow down, refuse or suspend use that does any of this.',
        ],
      },
      {
        title: 'Only what you may download',
        text: [
          'Cut and keep only what you may: your own videos, those whose licence allows it, and what the law where you live permits, such as quotation. The rights in a video stay with whoever made it. We give you none.',
          'Platforms have terms of their own, and some restrict downloading. Keeping them is up to you.',
          'If your rights are concerned by what somebody did here, write to us. The DMCA page says what we need to know.',
        ],
      },
      {
        title: 'Accounts',
        text: [
          'You need no account to cut a video. Without one you have {anonymousDaily} downloads a day and {anonymousMonthly} a month, in 360p or as audio.',
          'With an account, give an email address that reaches you, keep your password to yourself, and tell us if somebody else has it. A password has at least {passwordMinimum} characters. An account is for one person. You answer for what is done with it.',
          'You can delete your account at any time in Settings. What is left of a plan ends with it. We may suspend one that is used against these terms, and say why.',
        ],
      },
      {
        title: 'Plans and payment',
        text: [
          'Free costs nothing: video up to {freeQuality}, and audio, {freeDaily} downloads a day. Pro costs {proMonthly} for a month or {proYearly} for a year. Lifetime Access costs {lifetime} once and lasts for as long as this service does. All prices are in US dollars.',
          'You pay once, in advance, through PayPal, by account or card. Nothing renews by itself: when the time you paid for is over, you are on Free again. A plan begins when PayPal confirms that the payment is complete; a pending or declined payment begins nothing. A mail tells you a week before a plan ends, and a day before.',
          'What you buy before Pro ends is added to its end. Lifetime Access begins at once, in place of what is left of Pro, which is not paid back. A payment that goes back as a whole, by refund or dispute, ends the plan it paid for; a part that is refunded ends nothing. Rights to withdraw that the law gives you are not touched by this.',
        ],
      },
      {
        title: 'Availability and liability',
        text: [
          'We try to keep the service running and every cut exact, and promise neither. Sources change, refuse or disappear without asking us. A download that fails is not counted.',
          'Your clips are deleted {retentionHours} hours after they were made, at the latest. This is no storage: save what you want to keep.',
          'The service is given as it is. As far as the law allows, we are not liable for what is lost by using it or by not being able to. Where the law does not allow that, such as for intent, gross negligence or harm to people, it stays as the law says.',
        ],
      },
      {
        title: 'Changes and contact',
        text: [
          'We may change these terms. The date above says when we last did, and the changelog what has changed in the product. A change does not shorten a plan that is already paid for.',
          'If one sentence here turns out not to hold, the others still do. Questions reach us by the contact page.',
        ],
      },
    ],
  },
  privacy: {
    lead: 'What this server stores about you, for how long, who else learns of it, and how to have it erased.',
    sections: [
      {
        title: 'In short',
        text: [
          'Looking around stores nothing about you on this server. Your clips are deleted within {retentionHours} hours. There are no trackers and no analytics. YouTube and PayPal meet your browser only when you open a YouTube preview or choose a paid plan.',
        ],
      },
      {
        title: 'Without an account',
        text: [
          'When you process your first link, a cookie named kerf_viewer is set, for {cookieDays} days. It holds a random number, and the server keeps only a hash of it: enough to know you again, not enough to know who you are.',
          'Under that number the server stores the links you process with what their source says about the video, such as title, channel and length; the range you choose; your downloads with time, quality and result; and how many you had per day and month. These entries are deleted after {strangerDays} days. They hold neither your name nor your network address. So that a new cookie is no new start, downloads without an account are also counted by network address, under a keyed hash in its place, until the month is over.',
        ],
      },
      {
        title: 'With an account',
        text: [
          'An account holds your name, username and email address and whether it is confirmed, your password as a hash that cannot be turned back, your role and plan with their dates, when you signed up and when you were last active. If you set up a second factor, it also holds its secret and its backup codes, encrypted.',
          'For each session, so that you can recognise and end it, the server stores the name that your browser gives itself, when the session began and when it was last used. Your network address is not written down. A session ends after {idleDays} days without use, and after {sessionDays} days at the latest.',
          'The links you process, the ranges you choose, your downloads and their counts are stored as they are without an account, under your account. What you had processed before you signed in moves to it.',
          'So that nobody can try passwords, or have mails sent, without end, such tries are counted by account, by email address and by network address. Each count lies under a hash in their place, and is void {triesMinutes} minutes after the last try.',
          'For a payment the server stores its numbers at PayPal, the plan, the amount, the dates, the number of its receipt, and what became of it. When a plan was bought, granted or paid back stands in a ledger that is only ever added to, so that every plan can be explained. The server never sees the number of a card.',
          'All this stays until you delete your account, in Settings and at once, except for payments, their receipts and that ledger: the law tells us to keep our books, and money can still go back when the account is gone. They name the account by its number then, not you by name or email. In Settings you also get all of it as a file.',
        ],
      },
      {
        title: 'Clips',
        text: [
          'A finished clip lies on this server for {retentionHours} hours at most, and less when you press Delete now. What is left behind by a cut that broke off is swept away too. What a source said about a video is kept for up to half a day without a note of who asked, so that it need not be asked twice.',
        ],
      },
      {
        title: 'In your browser',
        text: [
          'Your browser keeps the colours you chose (kerf:theme) until you choose System again, and the range on the strip (kerf:range) until you close the tab. Where you have more than one tab open, they tell each other that somebody signed in or out, within your browser.',
        ],
      },
      {
        title: 'Cookies',
        text: ['These, and no others. None of them is read by anybody else.'],
        list: [
          [
            'kerf_viewer',
            'knows you again without an account: a random number, from your first link on, for {cookieDays} days or until you sign in.',
          ],
          [
            'kerf_session',
            'is your session while you are signed in: a random ticket, for {sessionDays} days at most. Signing out takes it away.',
          ],
          [
            'kerf_signed_in',
            'only tells the page that there is a session, because it cannot read the session’s own cookie. It comes and goes with that one.',
          ],
          [
            'kerf_device',
            'says that this browser has been signed in to your account before, for {cookieDays} days. While somebody else guesses at your password, it keeps you from having to wait with them.',
          ],
          ['kerf_language', 'keeps the language of the page, once you choose one.'],
        ],
      },
      {
        title: 'Who else learns what',
        list: [
          [
            'The source of a video',
            'is asked by this server, not by your browser, and so learns that somebody is interested, but not who. Thumbnails and small frames come to you through this server too.',
          ],
          [
            'YouTube',
            'learns your network address and which video you watch when you open the preview of a YouTube video: it is played by its own player, from youtube-nocookie.com. Never before.',
          ],
          [
            'PayPal',
            'learns your network address when you choose a paid plan while you are signed in, because its buttons come from its own servers; it may set cookies of its own then. When you pay, it learns what you tell it. We tell it the plan, the amount and a number of the order, not who you are, and learn from it whether you paid and whether the money went back.',
          ],
          [
            'The admins',
            'of this server see names, email addresses, plans and dates of accounts, and of each clip who asked for which range of which video. When one of them opens a clip, changes or deletes an account, it is noted in a log that nobody can change and that names accounts by their number only.',
          ],
          [
            'The mail server',
            'that the operator of this server uses carries the mails you get from us: to confirm your email, to set a new password, to tell you of changes and payments, and that a plan is about to end. What they say goes through its hands.',
          ],
          ['Anybody else', 'learns nothing from us. We sell nothing and share nothing, unless the law makes us.'],
        ],
      },
      {
        title: 'Logs',
        text: [
          'The server’s log tells of starts, finished and failed clips, and errors. It notes neither your network address nor your links; where a video could not be read, it notes the words of its source, which may name the video. To keep one visitor from using up the server, calls are counted by network address in memory, for a minute. A proxy that its operator puts in front may keep a log of its own.',
        ],
      },
      {
        title: 'Messages and newsletter',
        text: [
          'What you write by the contact form is kept with the name and the email address you give, so that somebody can answer. It goes to the operator’s mailbox as well.',
          'A DMCA notice is kept as it was sent, with the name, postal address, phone number, email address and signature in it, and goes to that mailbox too. It is a legal record, and stays when an account is deleted: whoever decides about it, and whoever disputes it later, has to be able to read it.',
          'If you subscribe to the newsletter, you first get a mail with a link, and nothing more until you follow it. Your email address is kept until you unsubscribe, by the link in every newsletter, and then deleted.',
        ],
      },
      {
        title: 'How to have it erased',
        list: [
          ['A clip', 'Press Delete now under its receipt. The file is gone at once.'],
          [
            'What was done without an account',
            'Delete the cookie kerf_viewer in your browser. What is stored then belongs to nobody who could be found.',
          ],
          [
            'An account',
            'Delete it in Settings, where you can also take your data with you. Sessions, videos, downloads and clips go with it; records of payments stay, as said above.',
          ],
          ['Anything else', 'Write to us. We answer what we store about you, correct it and erase it.'],
        ],
      },
    ],
  },
} as const
