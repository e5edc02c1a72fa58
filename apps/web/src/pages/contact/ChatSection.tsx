import { readContact } from '@kerf/contract/contact'
import { callApi } from '@kerf/contract/protocol/client'
import { type ChatHours, chatHours } from '@kerf/domain/people/contact-rules'
import { Badge } from '@kerf/ui/Badge'
import { buttonClass } from '@kerf/ui/Button'
import { useEffect, useState } from 'react'
import { contactWords } from '#messages/contact.ts'
import { serverDate } from '../../browser/server-clock.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'

const words = contactWords.chat

/** The operator's live chat, and nothing where they have none. */
export function ChatSection() {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const found = callApi(readContact, { signal: leaving.signal })
    found.then(({ chatUrl }) => setAddress(chatUrl)).catch(() => undefined)
    return () => leaving.abort()
  }, [])
  return address ? <LiveChat address={address} /> : null
}

/** When somebody is there to chat, in the visitor's own time as well. */
function LiveChat({ address }: { address: string }) {
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
      <a className={buttonClass({ variant: 'quiet' })} href={address} target="_blank" rel="noopener noreferrer">
        {words.open}
      </a>
    </section>
  )
}

/** The chat's hours now or next, kept right while the page is open; null until the browser has said what time it is. */
function useChatHours(): ChatHours | null {
  const [hours, setHours] = useState<ChatHours | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function look(): void {
      const now = serverDate()
      const next = chatHours(now)
      setHours(next)
      const change = next.open ? next.to : next.from
      timer = setTimeout(look, change.getTime() - now.getTime())
    }
    look()
    return () => clearTimeout(timer)
  }, [])
  return hours
}
