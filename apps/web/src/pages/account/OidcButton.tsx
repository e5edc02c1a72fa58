import { startOidc } from '@kerf/contract/oidc'
import { callApi } from '@kerf/contract/protocol/client'
import { Button } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { useState } from 'react'
import { accountWords } from '#messages/account/account.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { useSiteOptions } from '../../data/site-options.ts'
import { useWayOn } from './use-way-on.ts'

const words = accountWords.oidc

/** Leads to the identity provider, where the operator has set one up. `refusal` is why the last try did not work. */
export function OidcButton({ refusal }: { refusal?: string | null }) {
  const { oidc, passwords } = useSiteOptions()
  const { wanted } = useWayOn()
  const { busy, run } = useOneAtATime()
  const [fault, setFault] = useState<string | null>(null)
  if (oidc === null) return null

  const leave = () =>
    run(async () => {
      setFault(null)
      try {
        const { url } = await callApi(startOidc, { body: wanted === null ? {} : { goTo: wanted } })
        location.assign(url)
      } catch (error) {
        setFault(failureSentence(error))
      }
    })

  const shown = fault ?? (busy ? null : refusal)
  return (
    <div className="account-ways">
      {shown && (
        <p className="field-fault" role="alert">
          <CircleAlertIcon />
          <span>{shown}</span>
        </p>
      )}
      <Button variant={passwords ? 'quiet' : 'primary'} aria-disabled={busy || undefined} onClick={leave}>
        {words.goOn(oidc)}
      </Button>
      {passwords && <p className="or-rule">{words.or}</p>}
    </div>
  )
}
