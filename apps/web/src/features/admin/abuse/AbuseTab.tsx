import { BlocklistSection } from './BlocklistSection.tsx'
import { MessagesSection } from './MessagesSection.tsx'
import { NoticesSection } from './NoticesSection.tsx'
import { SubscribersSection } from './SubscribersSection.tsx'

/** What people outside have written, and what is refused because of it. */
export function AbuseTab() {
  return (
    <div className="grid gap-12">
      <NoticesSection />
      <MessagesSection />
      <BlocklistSection />
      <SubscribersSection />
    </div>
  )
}
