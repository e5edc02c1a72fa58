import { cookieRows, storedRows } from '@kerf/domain/site/privacy-rows'
/**
 * The two legal documents. pages/legal/legal-facts.ts fills in the words in braces, so that prices and limits in the
 * documents always match the rules. Text in brackets is for servers that sell plans; what follows `|` is for others.
 */
export const legalWords = {
  changed: 'Last changed on {changed}',
  contents: 'On this page',
  related: 'See also',
  terms: {
    lead: '[Six|Five] short sections. Whoever runs this server is called “we” here; you are whoever uses it.',
    sections: [
      {
        title: 'Acceptable use',
        text: [
          'You may use this service to cut parts out of videos and to keep them, in the browser or[, within the limits of your plan,] with the API.',
          '[Free and Pro are for personal use. You may not use them, or clips made with them, in work that you are paid for, in advertising or in anything you sell. Lifetime Access includes commercial use.]',
          'You may not use it to break the law, to get around its limits, to overload it or the sources it reads from, to reach what is not meant for you, or to resell it as your own. It gets around no login, no payment and no copy protection, and you may not make it try.',
          'We may slow down, refuse or suspend use that does any of this.',
        ],
      },
      {
        title: 'Only what you may download',
        text: [
          'Cut and keep only what you may: your own videos, those whose licence allows it, and what the law where you live permits, such as quotation. The rights in a video stay with whoever made it. We give you none.',
          'Platforms have terms of their own, and some restrict downloading. Keeping them is up to you.',
          'If something done here affects your rights, write to us. The DMCA page says what we need to know.',
        ],
      },
      {
        title: 'Accounts',
        text: [
          'You need no account to cut a video.[ Without one you have {anonymousDaily} downloads a day and {anonymousMonthly} a month, in 360p or as audio.]',
          'With an account, give an email address that reaches you, keep your password to yourself, and tell us if somebody else has it. A password has at least {passwordMinimum} characters. An account is for one person. You answer for what is done with it.',
          'You can delete your account at any time in Settings.[ The rest of your plan ends with it.] We may suspend an account that breaks these terms, and we will say why.',
        ],
      },
      {
        title: 'Plans and payment',
        text: [
          'Free costs nothing: video up to {freeQuality}, and audio, {freeDaily} downloads a day. Pro costs {proMonthly} for a month or {proYearly} for a year. Lifetime Access costs {lifetime} once and lasts for as long as this service does. All prices are in US dollars.',
          'You pay once, in advance, through PayPal, by account or card. Nothing renews automatically: when the time you paid for is over, you are on Free again. A plan begins when PayPal confirms that the payment is complete; a pending or declined payment does not start a plan. We email you a week and a day before a plan ends.',
          'What you buy before Pro ends is added to its end. Lifetime Access begins immediately and replaces the rest of Pro, which is not refunded. A payment that is returned in full, by refund or dispute, ends the plan it paid for; a partial refund does not. Your legal rights of withdrawal are not affected.',
        ],
      },
      {
        title: 'Availability and liability',
        text: [
          'We try to keep the service running and every cut exact, but we cannot guarantee either. Sources change, refuse or disappear without asking us. A download that fails is not counted.',
          'Your clips are deleted {retentionHours} hours after they were made, at the latest. This is not a storage service: save what you want to keep. With a public link that you make of a clip, anyone who has it can watch and save the clip, until you take the link back or the clip is deleted. The server counts how often it is opened, and not by whom.',
          'The service is provided as it is. As far as the law allows, we are not liable for losses from using it or from not being able to use it. Where the law does not allow this, such as for intent, gross negligence or personal injury, the law applies.',
        ],
      },
      {
        title: 'Changes and contact',
        text: [
          'We may change these terms. The date above says when we last did, and the changelog what has changed in the product.[ A change does not shorten a plan that is already paid for.]',
          'If one sentence here turns out to be invalid, the others still apply. You can reach us through the contact page.',
        ],
      },
    ],
  },
  privacy: {
    lead: 'What this server stores about you, for how long, who else sees it, and how to delete it.',
    sections: [
      {
        title: 'In short',
        text: [
          'Just visiting stores nothing about you on this server. Your clips are deleted within {retentionHours} hours. There are no trackers and no analytics. Your browser contacts YouTube [or PayPal ]only when you open a YouTube preview[ or choose a paid plan].',
        ],
      },
      {
        title: 'Without an account',
        text: [
          'When you process your first link, a cookie named kerf_viewer is set, for {cookieDays} days. It holds a random number, and the server keeps only a hash of it: enough to know you again, not enough to know who you are.',
          'Under that number the server stores the links you process with what their source says about the video, such as title, channel and length; the range you choose; your downloads with time, quality and result; and how many you had per day and month. These entries are deleted after {strangerDays} days. They contain neither your name nor your IP address. So that deleting the cookie does not reset the limit, downloads without an account are also counted by IP address, stored only as a keyed hash, until the month is over.',
        ],
      },
      {
        title: 'With an account',
        text: [
          'An account holds your name, username and email address and whether it is confirmed, your password as a hash that cannot be turned back, your role[ and plan with their dates], when you signed up and when you were last active. If you set up a second factor, it also holds its secret and its backup codes, encrypted.',
          'For each session, so that you can recognise and end it, the server stores the name that your browser gives itself, when the session began and when it was last used. Your IP address is not stored. A session ends after {idleDays} days without use, and after {sessionDays} days at the latest.',
          'The links you process, the ranges you choose, your downloads and their counts are stored as they are without an account, under your account. What you had processed before you signed in moves to it.',
          'An API key is stored as a hash, with its name, its first characters and when it was last used. A webhook is stored with its address and its secret, encrypted, and each delivery for 30 days. Both are used only as you set them up.',
          'If you came by an invitation, the server stores who invited you, for which email, and when you accepted, for 30 days after that. If you sign in with an identity provider, it stores the number by which the provider knows you.',
          'To prevent endless password guessing and email requests, such attempts are counted by account, email address and IP address. Each is stored only as a hash, and the count expires {triesMinutes} minutes after the last attempt.',
          '[For a payment the server stores its numbers at PayPal, the plan, the amount, the dates, the number of its receipt, and what became of it. When a plan was bought, granted or refunded is recorded in a ledger that is never changed, only added to, so that every plan can be explained. The server never sees a card number.]',
          'All this stays until you delete your account, in Settings and at once[, except for payments, their receipts and that ledger: the law requires us to keep our books, and a payment can still be refunded after the account is deleted. They then contain the number of the account, not your name or email|. Only records of payments stay, if you ever made any here: the law requires us to keep our books]. In Settings you can also download all of it as a file.',
        ],
      },
      {
        title: 'Clips',
        text: [
          'A finished clip lies on this server for {retentionHours} hours at most, and less when you press Delete now. Leftovers of a failed cut are deleted too. What a source says about a video is cached for up to half a day, without who asked, so that it is not requested twice.',
        ],
      },
      {
        title: 'In your browser',
        text: [
          'In your browser, your own choices are stored, and what you have not sent yet. It leaves the browser only where you send it. If you have several tabs open, they tell each other within your browser when you sign in or out, and when a clip is finished.',
          'A file of this device that you open on the page “Files of this device” never leaves the device. Your browser cuts it, and the page may connect to nothing. The clip lies in the browser’s own storage until you cut the next one. If you close the page before, it is deleted when you open the next file.',
          'If you let your browser cut a media link, that page connects to the site of the link alone. The site sees your network address, as with any download. This server learns the link, and nothing of the file.',
        ],
        list: storedRows({
          theme: 'the theme you chose, until you choose System again.',
          snap: 'what the handles of the timeline snap to, until you turn it off.',
          'source-codec': 'that you want the source’s own codec, until you choose otherwise.',
          presets: 'what you saved as presets, until you delete them.',
          'file-names': 'how your files are named, until you choose otherwise.',
          clips: 'that you have cut clips here, until none is left. The home page then lists them.',
          link: 'the link in the field, until the tab is closed.',
          links: 'the list of links in the field for several, until the tab is closed.',
          video: 'the address of the video that you work on, with its range, until the tab is closed.',
          batch:
            'the number of the clips you requested of one video; the number of the video follows it. Until the tab is closed.',
          device:
            'the page for files of this device and its cutter, so that it works without a network. Until you delete the data of this site in your browser.',
        }),
      },
      {
        title: 'Cookies',
        text: ['These, and no others. None of them is read by anybody else.'],
        list: cookieRows({
          viewer:
            'recognises you without an account: a random number, from your first link on, for {cookieDays} days or until you sign in.',
          session:
            'is your session while you are signed in: a random session token, for {sessionDays} days at most. Signing out deletes it.',
          signedIn:
            'only tells the page that there is a session, because the page cannot read the session cookie. It is set and deleted together with it.',
          device:
            'says that this browser has been signed in to your account before, for {cookieDays} days. If somebody else guesses at your password, you do not have to wait because of them.',
          oidc: 'ties a sign-in with the identity provider to this browser, for ten minutes.',
          check: 'tests in the admin panel whether cookies come back, for a minute. Only admins get it.',
          language: 'stores the language of the page once you choose one, for a year.',
        }),
      },
      {
        title: 'Who else sees what',
        list: [
          [
            'The source of a video',
            'is contacted by this server, not by your browser, so it sees that somebody is interested, but not who. Thumbnails reach you through this server too.',
          ],
          [
            'YouTube',
            'sees your IP address and which video you watch when you open the preview of a YouTube video, because it plays in YouTube’s own player from youtube-nocookie.com. Never before that.',
          ],
          [
            'PayPal',
            '[sees your IP address when you choose a paid plan while you are signed in, because its buttons are loaded from its own servers; it may set its own cookies then. When you pay, it gets what you enter there. We send it the plan, the amount and an order number, not who you are. It tells us whether you paid and whether the payment was refunded.]',
          ],
          [
            'The identity provider',
            'that the operator may use for signing in learns that and when you sign in here. It tells this server your name, email address and, if the operator wants it, your groups.',
          ],
          [
            'The admins',
            'of this server see names, email addresses[, plans] and dates of accounts, and for each clip who requested which range of which video. When one of them opens a clip, or changes or deletes an account, and when you share a clip or take it back, this is recorded in a log that nobody can change and that identifies accounts and visitors only by number.',
          ],
          [
            'The mail server',
            'that the operator of this server uses delivers the emails you get from us: to confirm your email, to set a new password, to tell you about changes[ and payments, and that a plan is about to end]. It can read their content.',
          ],
          [
            'The server of marks',
            'that the operator may name gets the first four characters of a hash of a video’s id. From these it learns neither the video nor who opens it. It tells us which parts are advertising.',
          ],
          ['Anybody else', 'gets nothing from us. We sell nothing and share nothing, unless the law requires it.'],
        ],
      },
      {
        title: 'Logs',
        text: [
          'The server’s log contains starts, finished and failed clips, and errors. It contains neither your IP address nor your links; if a video could not be read, it contains the error message of the source, which may name the video. To prevent overload by a single visitor, calls are counted by IP address in memory for a minute. A proxy in front of this server may keep its own log.',
        ],
      },
      {
        title: 'Messages and newsletter',
        text: [
          'What you write in the contact form is stored with the name and the email address you enter[ and whether you had a paid plan], so that somebody can answer. It is also sent to the operator’s mailbox.',
          'A DMCA notice is stored as it was sent, with its name, postal address, phone number, email address and signature, and is sent to that mailbox too. It is a legal record and stays when an account is deleted: whoever decides about it, and whoever disputes it later, must be able to read it.',
          'If you subscribe to the newsletter, you first get an email with a link, and nothing more until you open it. Your email address is stored until you unsubscribe with the link in any newsletter, and then deleted.',
        ],
      },
      {
        title: 'How to delete it',
        list: [
          ['A clip', 'Press Delete now under its receipt. The file is gone at once.'],
          [
            'Activity without an account',
            'Delete the cookie kerf_viewer in your browser. The stored data can then no longer be linked to you.',
          ],
          [
            'An account',
            'Delete it in Settings, where you can also download your data. Sessions, videos, downloads and clips are deleted with it[; payment records stay, as explained above].',
          ],
          [
            'In backups',
            'The server may back up its database every day. What you delete stays in these copies until they are deleted too, usually after a week.',
          ],
          ['Anything else', 'Write to us. We will tell you what we store about you, correct it or delete it.'],
        ],
      },
    ],
  },
} as const
