import { messages } from '#messages/messages.ts'

/** The shape of what is coming, so that nothing jumps when it is here. */
export function ResultLoading() {
  return (
    <div className="deck" role="status" aria-label={messages.processing.loadingVideo}>
      <div className="monitor" />
      <div className="about">
        <div className="blank blank-title" />
        <div className="blank blank-meta" />
      </div>
      <div className="deck-trim">
        <div className="blank blank-strip" />
      </div>
    </div>
  )
}
