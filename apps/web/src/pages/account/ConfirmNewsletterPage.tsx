import { mailedLinkWords } from '#messages/account.ts'
import { pageWords } from '#messages/site.ts'
import { confirmNewsletter } from '../../data/queries/contact-calls.ts'
import { MailedLinkPage, Way } from './MailedLinkPage.tsx'
import { useMailedLink } from './use-mailed-link.ts'

const words = mailedLinkWords.newsletter

/** Where the mail leads that asks whether somebody wants the newsletter. */
export function ConfirmNewsletterPage() {
  const ask = <Way to="contact">{words.ask}</Way>
  return (
    <MailedLinkPage
      title={pageWords.confirmNewsletter.title}
      sending={words.sending}
      link={useMailedLink(confirmNewsletter)}
      none={{ lead: words.none, ways: ask }}
      done={({ email }) => ({
        title: words.doneTitle,
        lead: words.done(email),
        ways: <Way to="home">{words.home}</Way>,
      })}
      refused={() => ({ title: words.oldTitle, lead: words.old, ways: ask })}
    />
  )
}
