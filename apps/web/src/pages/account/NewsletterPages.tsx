import { confirmNewsletter, endNewsletter } from '@kerf/contract/contact'
import { callApi } from '@kerf/contract/protocol/client'
import { mailedLinkWords } from '#messages/account/account.ts'
import { pageWords } from '#messages/site.ts'
import { PageLink } from './AccountFrame.tsx'
import { MailedLinkPage } from './MailedLinkPage.tsx'
import { useMailedLink } from './use-mailed-link.ts'

const { newsletter: words, newsletterEnd: endWords } = mailedLinkWords
const confirmSubscription = (token: string) => callApi(confirmNewsletter, { body: { token } })
const endSubscription = (token: string) => callApi(endNewsletter, { body: { token } })

/** Page that the link of an email opens, to confirm that somebody wants the newsletter. */
export function ConfirmNewsletterPage() {
  const contactLink = <PageLink to="contact">{words.ask}</PageLink>
  return (
    <MailedLinkPage
      title={pageWords.confirmNewsletter.title}
      sending={words.sending}
      link={useMailedLink(confirmSubscription)}
      none={{ lead: words.none, links: contactLink }}
      done={({ email }) => ({
        title: words.doneTitle,
        lead: words.done(email),
        links: <PageLink to="home">{words.home}</PageLink>,
      })}
      refused={() => ({ title: mailedLinkWords.oldTitle, lead: words.old, links: contactLink })}
    />
  )
}

/** Page that the link in each newsletter opens, to end the subscription. */
export function EndNewsletterPage() {
  const contactLink = <PageLink to="contact">{endWords.write}</PageLink>
  return (
    <MailedLinkPage
      title={pageWords.endNewsletter.title}
      sending={endWords.sending}
      link={useMailedLink(endSubscription)}
      none={{ lead: endWords.none, links: contactLink }}
      done={() => ({
        title: endWords.doneTitle,
        lead: endWords.done,
        links: <PageLink to="home">{words.home}</PageLink>,
      })}
      refused={() => ({ title: mailedLinkWords.oldTitle, lead: endWords.old, links: contactLink })}
    />
  )
}
