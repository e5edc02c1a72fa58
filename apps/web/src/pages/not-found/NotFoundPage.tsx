import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { buttonClass } from '@kerf/ui/Button'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { notFoundWords as words } from '#messages/asides.ts'
import './not-found.css'

/** A timeline with a gap. */
export function NotFoundPage() {
  useEffect(() => {
    document.title = `${words.title} | ${PRODUCT_NAME}`
  }, [])
  return (
    <div className="pt-[6vh]">
      <div className="missing-frame" aria-hidden="true">
        <i />
        <span className="time">404</span>
        <i />
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
