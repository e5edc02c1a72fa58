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

/** Live chat of the operator, or nothing where there is none. */
export function ChatSection() {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const contact = callApi(readContact, { signal: controller.signal })
    contact.then(({ chatUrl }) => setAddress(chatUrl)).catch(() => undefined)
    return () => controller.abort()
  }, [])
  return address ? <LiveChat address={address} /> : null
}

/** Hours of the live chat, also in the visitor's time zone, and a link to it. */
function LiveChat({ address }: { address: string }) {
  const hours = useChatHours()
  const timeFormat = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' })
  return (
    <section>
      <h2>{words.title}</h2>
      <p>{words.hours}</p>
      {/* The visitor's time zone is known in the browser only. The empty line has its full height before that. */}
      <p className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        {hours && (
          <>
            <span>{words.yours(timeFormat.format(hours.from), timeFormat.format(hours.to))}</span>
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

/** Current or next hours of the chat, updated while the page is open; null before the page runs in a browser. */
function useChatHours(): ChatHours | null {
  const [hours, setHours] = useState<ChatHours | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function update(): void {
      const now = serverDate()
      const nextHours = chatHours(now)
      setHours(nextHours)
      const nextChange = nextHours.open ? nextHours.to : nextHours.from
      timer = setTimeout(update, nextChange.getTime() - now.getTime())
    }
    update()
    return () => clearTimeout(timer)
  }, [])
  return hours
}
