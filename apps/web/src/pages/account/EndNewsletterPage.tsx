import { mailedLinkWords } from '#messages/account.ts'
import { pageWords } from '#messages/site.ts'
import { endNewsletter } from '../../data/queries/contact-calls.ts'
import { MailedLinkPage, Way } from './MailedLinkPage.tsx'
import { useMailedLink } from './use-mailed-link.ts'

const words = mailedLinkWords.newsletterEnd

/** Where every newsletter leads that somebody wants no more. */
export function EndNewsletterPage() {
  const write = <Way to="contact">{words.write}</Way>
  return (
    <MailedLinkPage
      title={pageWords.endNewsletter.title}
      sending={words.sending}
      link={useMailedLink(endNewsletter)}
      none={{ lead: words.none, ways: write }}
      done={() => ({ title: words.doneTitle, lead: words.done, ways: <Way to="home">{words.home}</Way> })}
      refused={() => ({ title: words.oldTitle, lead: words.old, ways: write })}
    />
  )
}
