import { zodResolver } from '@hookform/resolvers/zod'
import { createInvitation } from '@kerf/contract/admin-invitations'
import { email } from '@kerf/contract/auth'
import { PAID_PLAN_IDS, PLAN_IDS } from '@kerf/domain/plans/plans'
import { Button } from '@kerf/ui/Button'
import { SelectField } from '@kerf/ui/SelectField'
import { TextField } from '@kerf/ui/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { invitationWords as words } from '#messages/account/invitations.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { tokenFragment } from '../../../browser/mailed-token.ts'
import { ownServerAddress } from '../../../browser/own-address.ts'
import { copyText } from '../../../data/feedback/copy-text.ts'
import { useSentForm } from '../../../data/forms/use-sent-form.ts'
import { PAGES } from '../../../data/navigation/pages.ts'
import { ApiError } from '../../../data/queries/calls.ts'
import { sellsPlans } from '../../../data/sells-plans.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys } from '../admin-queries.ts'
import { LabelledControl } from '../lists/LabelledControl.tsx'
import { reportFailure } from '../lists/report-failure.ts'

const inviteSchema = z.object({ email: z.union([z.literal(''), email]), plan: z.enum(PLAN_IDS) })
type InviteValues = z.output<typeof inviteSchema>
const resolver = zodResolver(inviteSchema)

/** Creates an invitation, and shows its link, which the server sends only once. */
export function InviteForm() {
  const isSelling = sellsPlans()
  const queryClient = useQueryClient()
  const [link, setLink] = useState<string | null>(null)
  const { form, submit, sending } = useSentForm<InviteValues>({
    resolver,
    begin: { email: '', plan: 'free' },
    async send({ email, plan }, { startOver }) {
      const paidPlan = PAID_PLAN_IDS.find((id) => id === plan) ?? null
      const { token } = await callApi(createInvitation, { body: { email: email || null, plan: paidPlan } })
      setLink(ownServerAddress() + PAGES.signUp.path + tokenFragment(token))
      startOver()
      void queryClient.invalidateQueries({ queryKey: adminKeys.invitations })
    },
    blame: { email_taken: 'email' },
    tell(error) {
      if (error instanceof ApiError && error.code === 'email_taken') return errorSentences.email_taken
      reportFailure(error)
      return null
    },
  })
  const { register } = form
  // Both are read in every render, because react-hook-form tracks only the state that is read.
  const { errors, isDirty } = form.formState
  const fault = errors.email && (errors.email.type === 'server' ? errors.email.message : words.emailFault)

  return (
    <>
      <form
        className={`grid ${isSelling ? 'grid-cols-[minmax(0,1fr)_200px_auto]' : 'grid-cols-[minmax(0,1fr)_auto]'} items-start gap-3 pt-2 pb-4 max-desk:grid-cols-1`}
        noValidate
        onSubmit={submit}
      >
        <LabelledControl id="invite-email" label={words.email} note={words.emailNote} fault={fault}>
          <TextField
            id="invite-email"
            type="email"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-describedby="invite-email-note"
            fault={fault ?? null}
            {...register('email')}
          />
        </LabelledControl>
        {isSelling && (
          <LabelledControl id="invite-plan" label={words.columns.plan}>
            <SelectField
              id="invite-plan"
              className="w-full [&>select]:h-(--bench)"
              options={PLAN_IDS.map((value) => ({ value, name: words.plans[value] }))}
              {...register('plan')}
            />
          </LabelledControl>
        )}
        <Button
          type="submit"
          size="bench"
          variant="primary"
          className="max-desk:justify-self-start desk:mt-[calc(1.5*var(--text-small)+6px)]"
          aria-disabled={sending || undefined}
        >
          {sending ? words.inviting : words.invite}
        </Button>
      </form>
      {link !== null && <NewLink key={link} link={link} isNext={!isDirty} />}
    </>
  )
}

function NewLink({ link, isNext }: { link: string; isNext: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  const takesFocus = useRef(isNext)
  useEffect(() => {
    // The link is selected to be copied and read out, unless the admin is typing the next invitation.
    if (takesFocus.current) field.current?.select()
  }, [])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 pb-5">
      <LabelledControl id="invite-link" label={words.link} note={words.linkNote}>
        <TextField
          ref={field}
          id="invite-link"
          readOnly
          aria-describedby="invite-link-note"
          value={link}
          fault={null}
          onFocus={(event) => event.target.select()}
        />
      </LabelledControl>
      <Button
        size="bench"
        className="mt-[calc(1.5*var(--text-small)+6px)]"
        onClick={() => void copyText(link, { title: words.copied }, { title: words.notCopied })}
      >
        {words.copy}
      </Button>
    </div>
  )
}
