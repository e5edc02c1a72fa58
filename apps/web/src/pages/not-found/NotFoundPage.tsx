import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { buttonClass } from '@kerf/ui/Button'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { notFoundWords as words } from '#messages/asides.ts'

const FRAME_CLASSES =
  'h-full border-accent bg-(--timeline-2) bg-[repeating-linear-gradient(90deg,transparent_0_232px,var(--timeline)_232px_233px)]'

/** 404 page. Its drawing is a timeline with a gap. */
export function NotFoundPage() {
  useEffect(() => {
    document.title = `${words.title} | ${PRODUCT_NAME}`
  }, [])
  return (
    <div className="pt-[6vh]">
      <div
        className="grid h-[clamp(96px,15vw,168px)] grid-cols-[36fr_28fr_36fr] items-center text-center text-[clamp(1rem,2.6vw,1.75rem)]"
        aria-hidden="true"
      >
        <i className={`${FRAME_CLASSES} border-r-2`} />
        <span className="time">404</span>
        <i className={`${FRAME_CLASSES} border-l-2`} />
      </div>
      <div className="page hero">
        <h1>{words.title}</h1>
        <p className="home-lead">{words.text}</p>
        <Link href="/" className={buttonClass({ variant: 'primary' }, 'mt-7')}>
          {words.action}
        </Link>
      </div>
    </div>
  )
}
