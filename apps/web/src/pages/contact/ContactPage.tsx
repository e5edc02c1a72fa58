import { contactWords } from '#messages/contact.ts'
import { pageWords } from '#messages/site.ts'
import '../../data/forms/forms.css'
import { useSiteOptions } from '../../data/site-options.ts'
import { ChatSection } from './ChatSection.tsx'
import { MessageForm } from './MessageForm.tsx'
import { NewsletterSection } from './NewsletterSection.tsx'

const words = contactWords

export function ContactPage() {
  const { mail } = useSiteOptions()
  return (
    <div className="form-page page">
      <section className="w-[min(100%,560px)]">
        <h1>{pageWords.contact.title}</h1>
        <p className="mt-3.5 text-ink-2">{words.lead}</p>
        <MessageForm />
      </section>
      <aside className="form-page-aside bleed-phone" aria-label={words.otherWays}>
        <section>
          <h2>{words.email.title}</h2>
          <p>{mail ? words.email.text : words.email.kept}</p>
          {mail && <p>{words.email.reply}</p>}
        </section>
        <NewsletterSection />
        {/* The chat is last, because it loads after the page and must not move other content. */}
        <ChatSection />
      </aside>
    </div>
  )
}
