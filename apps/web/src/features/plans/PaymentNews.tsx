import { Band } from '@kerf/ui/Band'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { CheckIcon, ClockIcon } from '@kerf/ui/icons/tool-icons'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { pricingWords } from '#messages/account/payments.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import type { PaymentEnd } from './finish-payment.ts'

const words = pricingWords.ends

const OUTCOME_MESSAGES: Partial<Record<PaymentEnd, { icon: ReactNode; title?: string; text: string; billing?: true }>> =
  {
    paid: { icon: <CheckIcon />, text: words.paid, billing: true },
    pending: { icon: <ClockIcon />, title: words.pendingTitle, text: words.pendingText, billing: true },
    unconfirmed: { icon: <ClockIcon />, title: words.unconfirmedTitle, text: words.unconfirmedText, billing: true },
    unclear: { icon: <CircleAlertIcon />, title: words.unclearTitle, text: words.unclearText, billing: true },
    declined: { icon: <CircleAlertIcon />, title: words.declinedTitle, text: words.declinedText },
  }

interface PaymentNewsProps {
  end: PaymentEnd | null
  /** Content where there is no outcome to show. */
  otherwise: ReactNode
}

/** Outcome of a payment. It stays on the page, while the toast disappears after five seconds. */
export function PaymentNews({ end, otherwise }: PaymentNewsProps) {
  const message = end && OUTCOME_MESSAGES[end]
  if (!message) return otherwise
  return (
    <div className="mt-7">
      <Band
        role="alert"
        icon={message.icon}
        action={message.billing && <Link href={PAGES.billing.path}>{words.billing}</Link>}
      >
        {message.title && <b>{message.title}.</b>} {message.text}
      </Band>
    </div>
  )
}
