import { zodResolver } from '@hookform/resolvers/zod'
import type { AnswerOf } from '@kerf/contract/protocol/endpoint'
import { confirmSecondFactor, type startSecondFactor } from '@kerf/contract/user'
import { Button } from '@kerf/ui/Button'
import { Field } from '@kerf/ui/Field'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { tellFailure } from '../../data/feedback/show-failure.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { sessionsQuery } from '../../data/queries/user-queries.ts'
import { callApi } from '../../data/session/with-session.ts'
import { AccountForm, type AccountFormContext } from './AccountForm.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { CopyButton } from './CopyButton.tsx'
import { qrDrawing } from './qr-drawing.ts'

const words = dashboardWords.settings.secondFactor

export type SecondFactorStart = AnswerOf<typeof startSecondFactor>

interface SecondFactorSetupProps {
  context: AccountFormContext
  start: SecondFactorStart
  onConfirmed: () => void
  onCancel: () => void
}

/** Setup of the second factor, from the secret to the first code. The page keeps the secret in memory only. */
export function SecondFactorSetup({ context, start, onConfirmed, onCancel }: SecondFactorSetupProps) {
  const firstHeading = useRef<HTMLHeadingElement>(null)
  useEffect(() => firstHeading.current?.focus(), [])
  return (
    <>
      <ol className="second-factor-steps rows">
        <li>
          <h3 ref={firstHeading} tabIndex={-1}>
            {words.scanTitle}
          </h3>
          <p className="note">{words.scanText}</p>
          <SecondFactorCode uri={start.uri} />
          {/* The link serves an app on this device, which cannot scan its own screen. */}
          <a className="hidden min-h-(--touch) items-center pointer-coarse:inline-flex" href={start.uri}>
            {words.openApp}
          </a>
          <p className="note">{words.secretText}</p>
          <p className="second-factor-secret time">{inGroups(start.secret)}</p>
          <div className="flex flex-wrap gap-2">
            <CopyButton label={words.copySecret} text={start.secret} copied={words.secret} />
          </div>
        </li>
        <li>
          <h3>{words.codesTitle}</h3>
          <p className="note">{words.codesText}</p>
          <BackupCodes codes={start.backupCodes} email={context.user.email} />
        </li>
        <li>
          <h3>{words.firstTitle}</h3>
          <p className="note">{words.firstText}</p>
          <FirstCodeForm context={context} onConfirmed={onConfirmed} />
        </li>
      </ol>
      <Button variant="quiet" className="mt-4" onClick={onCancel}>
        {words.cancel}
      </Button>
    </>
  )
}

/** The secret in groups of four characters, which are easier to type. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}

/** QR code, dark on bright in every theme, because many apps cannot read inverted codes. */
function SecondFactorCode({ uri }: { uri: string }) {
  const { modules, pixels, path } = qrDrawing(uri)
  return (
    <svg
      className="h-auto max-w-full rounded-control fill-[#000] forced-color-adjust-none"
      role="img"
      aria-label={dashboardWords.settings.secondFactor.qrLabel}
      width={pixels}
      height={pixels}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <path className="fill-[#fff]" d={`M0 0h${modules}v${modules}h-${modules}z`} />
      <path d={path} />
    </svg>
  )
}

const resolver = zodResolver(confirmSecondFactor.body, withSentences({ code: { otherwise: words.missingCode } }))

/** Form for the first code. It proves that the authenticator app has the secret, before sign-in requires codes. */
function FirstCodeForm({ context, onConfirmed }: { context: AccountFormContext; onConfirmed: () => void }) {
  const queryClient = useQueryClient()
  const sentForm = useSentForm({
    resolver,
    begin: { code: '' },
    async send({ code }) {
      await callApi(confirmSecondFactor, { body: { code } })
      onConfirmed()
      // The server has ended the other sessions.
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    blame: { wrong_code: 'code' },
    tell(error) {
      const sentence = tellFailure(error)
      return error instanceof ApiError && error.code === 'invalid_request' ? words.setupOver : sentence
    },
  })
  return (
    <AccountForm sentForm={sentForm} context={context} isNext={context.isNext} action={words.confirm}>
      <Field
        label={words.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoCapitalize="off"
        spellCheck={false}
        fault={sentForm.faults.code}
        {...sentForm.form.register('code')}
      />
    </AccountForm>
  )
}
