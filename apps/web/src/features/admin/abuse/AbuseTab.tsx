import { BlocklistSection } from './BlocklistSection.tsx'
import { MessagesSection } from './MessagesSection.tsx'
import { NoticesSection } from './NoticesSection.tsx'

/** What people outside have written, and what is refused because of it. */
export function AbuseTab() {
  return (
    <div className="sections">
      <MessagesSection />
      <NoticesSection />
      <BlocklistSection />
    </div>
  )
}
