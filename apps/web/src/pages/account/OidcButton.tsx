import { startOidc } from '@kerf/contract/oidc'
import { callApi } from '@kerf/contract/protocol/client'
import { Button } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { useState } from 'react'
import { accountWords } from '#messages/account/account.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { useSiteOptions } from '../../data/site-options.ts'
import { useNextPage } from './use-next-page.ts'

const words = accountWords.oidc

interface OidcButtonProps {
  /** Reason why the last attempt failed. */
  refusal?: string | null
  /** Token of an invitation, which a new account uses up. */
  invitation?: string | undefined
}

/** Button to the identity provider, where the operator has set one up. */
export function OidcButton({ refusal, invitation }: OidcButtonProps) {
  const { oidc, passwords } = useSiteOptions()
  const { target } = useNextPage()
  const { busy, run } = useOneAtATime()
  const [fault, setFault] = useState<string | null>(null)
  if (oidc === null) return null

  const startSignIn = () =>
    run(async () => {
      setFault(null)
      try {
        const { url } = await callApi(startOidc, { body: { goTo: target ?? undefined, invitation } })
        location.assign(url)
      } catch (error) {
        setFault(failureSentence(error))
      }
    })

  const sentence = fault ?? (busy ? null : refusal)
  return (
    <div className="account-ways">
      {sentence && (
        <p className="field-fault" role="alert">
          <CircleAlertIcon />
          <span>{sentence}</span>
        </p>
      )}
      <Button variant={passwords ? 'quiet' : 'primary'} aria-disabled={busy || undefined} onClick={startSignIn}>
        {words.goOn(oidc)}
      </Button>
      {passwords && <p className="or-rule">{words.or}</p>}
    </div>
  )
}
