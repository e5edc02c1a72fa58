import { renewBackupCodes } from '@kerf/contract/user'
import { Button } from '@kerf/ui/Button'
import { useEffect, useRef, useState } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { callApi } from '../../data/session/with-session.ts'
import type { AccountFormContext } from './AccountForm.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { PasswordConfirmedForm } from './PasswordConfirmedForm.tsx'

const words = dashboardWords.settings.secondFactor

interface NewBackupCodesProps {
  context: AccountFormContext
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** Replaces the backup codes in three steps: a button, the password, and the new codes, which are shown once. */
export function NewBackupCodes({ context, isOpen, onOpen }: NewBackupCodesProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button disappears, so the focus moves to the heading that replaces it.
  const step = codes ? 'codes' : isOpen ? 'form' : 'button'
  useEffect(() => {
    if (step !== 'button') heading.current?.focus()
  }, [step])

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
      <div className="second-factor-renewal" data-shows={step}>
        <h3 ref={heading} tabIndex={-1}>
          {codes ? words.codesTitle : words.renewTitle}
        </h3>
        <p className="note">{codes ? words.renewed : words.renewText}</p>
        {codes ? (
          <BackupCodes codes={codes} email={context.user.email} />
        ) : (
          <PasswordConfirmedForm
            {...context}
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
