import { renewBackupCodes } from '@kerf/contract/user'
import { Button } from '@kerf/ui/Button'
import { useEffect, useRef, useState } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { callApi } from '../../data/session/with-session.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { PasswordAskedForm } from './PasswordAskedForm.tsx'
import type { SettingsFormPlace } from './SettingsForm.tsx'

const words = dashboardWords.settings.secondFactor

interface NewBackupCodesProps {
  place: SettingsFormPlace
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** New codes for used or lost ones: a button, then the password, then the codes, shown once. */
export function NewBackupCodes({ place, isOpen, onOpen }: NewBackupCodesProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus has gone: what came in its place has it instead.
  const shows = codes ? 'codes' : isOpen ? 'form' : 'button'
  useEffect(() => {
    if (shows !== 'button') heading.current?.focus()
  }, [shows])

  if (!isOpen)
    return (
      <Button variant="quiet" className="mt-4" onClick={() => onOpen(true)}>
        {words.renew}
      </Button>
    )

  function close(): void {
    setCodes(null)
    onOpen(false)
  }
  return (
    <>
      <div className="second-factor-renewal" data-shows={shows}>
        <h3 ref={heading} tabIndex={-1}>
          {codes ? words.codesTitle : words.renewTitle}
        </h3>
        <p className="note">{codes ? words.renewed : words.renewText}</p>
        {codes ? (
          <BackupCodes codes={codes} email={place.user.email} />
        ) : (
          <PasswordAskedForm
            {...place}
            action={words.renew}
            send={async (password) => setCodes((await callApi(renewBackupCodes, { body: { password } })).backupCodes)}
          />
        )}
      </div>
      <Button variant="quiet" className="mt-4" onClick={close}>
        {codes ? words.renewDone : words.renewCancel}
      </Button>
    </>
  )
}
