import { type ChatHours, chatHours } from '@kerf/domain/people/contact-rules'
import { useEffect, useState } from 'react'

/** The chat's hours now or next, kept right while the page is open; null until the browser has said what time it is. */
export function useChatHours(): ChatHours | null {
  const [hours, setHours] = useState<ChatHours | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function look(): void {
      const now = new Date()
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
