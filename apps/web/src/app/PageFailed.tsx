import { Button } from '@kerf/ui/Button'
import { messages } from '#messages/messages.ts'

const words = messages.pageFailed

/** Most often a part of the page that could not be fetched: after an update of the server, or without a connection. */
export function PageFailed() {
  return (
    <section className="hero page">
      <h1>{words.title}</h1>
      <p className="home-lead">{words.text}</p>
      <Button variant="blade" className="mt-7" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </section>
  )
}
