import type { AnswerOf } from '@kerf/contract/protocol/endpoint'
import type { startSecondFactor } from '@kerf/contract/user'
import { Button } from '@kerf/ui/Button'
import { useEffect, useRef } from 'react'
import { dashboardWords } from '#messages/dashboard.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { CopyButton } from './CopyButton.tsx'
import { FirstCodeForm } from './FirstCodeForm.tsx'
import { SecondFactorCode } from './SecondFactorCode.tsx'
import type { SettingsFormPlace } from './settings-form-props.ts'

const words = dashboardWords.settings.secondFactor

export type SecondFactorStart = AnswerOf<typeof startSecondFactor>

interface SecondFactorSetupProps {
  place: SettingsFormPlace
  start: SecondFactorStart
  onConfirmed: () => void
  onCancel: () => void
}

/** From the secret to the first code. It is in nobody's hands but this page's, and forgotten with it. */
export function SecondFactorSetup({ place, start, onConfirmed, onCancel }: SecondFactorSetupProps) {
  const first = useRef<HTMLHeadingElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <ol className="second-factor-steps">
        <li>
          <h3 ref={first} tabIndex={-1}>
            {words.scanTitle}
          </h3>
          <p className="desk-note">{words.scanText}</p>
          <SecondFactorCode uri={start.uri} />
          <a className="second-factor-open" href={start.uri}>
            {words.openApp}
          </a>
          <p className="desk-note">{words.secretText}</p>
          <p className="second-factor-secret time">{inGroups(start.secret)}</p>
          <div className="second-factor-ways">
            <CopyButton label={words.copySecret} text={start.secret} copied={words.secret} />
          </div>
        </li>
        <li>
          <h3>{words.codesTitle}</h3>
          <p className="desk-note">{words.codesText}</p>
          <BackupCodes codes={start.backupCodes} email={place.user.email} />
        </li>
        <li>
          <h3>{words.firstTitle}</h3>
          <p className="desk-note">{words.firstText}</p>
          <FirstCodeForm place={place} onConfirmed={onConfirmed} />
        </li>
      </ol>
      <Button variant="quiet" className="mt-4" onClick={onCancel}>
        {words.cancel}
      </Button>
    </>
  )
}

/** Four at a time: so it can be typed without losing one's place. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
