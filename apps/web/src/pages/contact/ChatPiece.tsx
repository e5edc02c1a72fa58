import { Badge } from '@kerf/ui/Badge'
import { contactWords } from '#messages/contact.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { useChatHours } from './use-chat-hours.ts'

const words = contactWords.chat

/** When somebody may be there to chat, in the visitor's own time as well. */
export function ChatPiece() {
  const hours = useChatHours()
  const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' })
  return (
    <section>
      <h2>{words.title}</h2>
      <p>{words.hours}</p>
      {/* The visitor's time is known in the browser only; the line keeps its place until then. */}
      <p className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        {hours && (
          <>
            <span>{words.yours(clock.format(hours.from), clock.format(hours.to))}</span>
            <Badge look={hours.open ? 'good' : 'plain'}>{hours.open ? words.during : words.outside}</Badge>
          </>
        )}
      </p>
      <p>{words.text}</p>
    </section>
  )
}
