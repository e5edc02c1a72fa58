import { confirmNewsletter, endNewsletter } from '@kerf/contract/contact'
import { callApi } from '@kerf/contract/protocol/client'
import { mailedLinkWords } from '#messages/account/account.ts'
import { pageWords } from '#messages/site.ts'
import { Way } from './AccountFrame.tsx'
import { MailedLinkPage } from './MailedLinkPage.tsx'
import { useMailedLink } from './use-mailed-link.ts'

const { newsletter: words, newsletterEnd: endWords } = mailedLinkWords
const confirm = (token: string) => callApi(confirmNewsletter, { body: { token } })
const end = (token: string) => callApi(endNewsletter, { body: { token } })

/** Page of links in emails that ask whether somebody wants the newsletter. */
export function ConfirmNewsletterPage() {
  const contactLink = <Way to="contact">{words.ask}</Way>
  return (
    <MailedLinkPage
      title={pageWords.confirmNewsletter.title}
      sending={words.sending}
      link={useMailedLink(confirm)}
      none={{ lead: words.none, ways: contactLink }}
      done={({ email }) => ({
        title: words.doneTitle,
        lead: words.done(email),
        ways: <Way to="home">{words.home}</Way>,
      })}
      refused={() => ({ title: mailedLinkWords.oldTitle, lead: words.old, ways: contactLink })}
    />
  )
}

/** Page of links in newsletters that end the subscription. */
export function EndNewsletterPage() {
  const contactLink = <Way to="contact">{endWords.write}</Way>
  return (
    <MailedLinkPage
      title={pageWords.endNewsletter.title}
      sending={endWords.sending}
      link={useMailedLink(end)}
      none={{ lead: endWords.none, ways: contactLink }}
      done={() => ({ title: endWords.doneTitle, lead: endWords.done, ways: <Way to="home">{words.home}</Way> })}
      refused={() => ({ title: mailedLinkWords.oldTitle, lead: endWords.old, ways: contactLink })}
    />
  )
}
