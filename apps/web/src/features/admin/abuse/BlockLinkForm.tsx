import { zodResolver } from '@hookform/resolvers/zod'
import { blockLink as blockCall } from '@kerf/contract/admin-moderation'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { BLOCK_KINDS, UNBLOCKABLE_REASONS } from '@kerf/domain/moderation/blocking'
import { Button } from '@kerf/ui/Button'
import { SelectField } from '@kerf/ui/SelectField'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { useRunning } from '../../../browser/use-running.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { ApiError } from '../../../data/queries/calls.ts'
import { adminKeys, blockLink } from '../admin-queries.ts'
import { reportFailure } from '../lists/report-failure.ts'
import { ConfirmBlock } from './ConfirmBlock.tsx'

const words = adminSettingsWords.blocklist
type Asked = BodyOf<typeof blockCall>
const EMPTY: Asked = { kind: 'video', link: '', reason: '' }
const ASKED = 'asked'

export function BlockLinkForm() {
  const queryClient = useQueryClient()
  const { register, handleSubmit, reset, setError, watch, formState } = useForm<Asked>({
    defaultValues: EMPTY,
    resolver: zodResolver(blockCall.body),
  })
  const [asked, setAsked] = useState<Asked | null>(null)
  const running = useRunning()
  const busy = formState.isSubmitting
  const { link, reason } = formState.errors
  const kind = watch('kind')
  const linkFault = link && (link.type === 'server' && link.message ? link.message : words.linkFaults[kind])

  // A video is one video; of a channel or a domain nobody knows how much it is.
  const submit = handleSubmit((values) => (values.kind === 'video' ? block(values) : setAsked(values)))

  async function block(values: Asked): Promise<void> {
    try {
      const blocked = await blockLink(values)
      if (blocked.wasBlocked) toasts.show({ title: words.known, text: words.knownText(blocked.link) })
      else toasts.show({ title: words.added[values.kind], text: blocked.link })
      reset({ ...EMPTY, kind: values.kind })
      void queryClient.invalidateQueries({ queryKey: adminKeys.stats })
      await queryClient.invalidateQueries({ queryKey: adminKeys.blocklist })
    } catch (error) {
      const fault = whyNot(error)
      if (fault) setError('link', { type: 'server', message: fault }, { shouldFocus: true })
      else reportFailure(error)
    }
  }

  return (
    <>
      <form className="block-form" noValidate onSubmit={(event) => (busy ? event.preventDefault() : submit(event))}>
        <div>
          <label htmlFor="block-kind">{words.kindField}</label>
          <SelectField
            id="block-kind"
            options={BLOCK_KINDS.map((value) => ({ value, name: words.kinds[value] }))}
            {...register('kind')}
          />
        </div>
        <div>
          <label htmlFor="block-link">{words.linkFields[kind]}</label>
          <TextField
            id="block-link"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={words.placeholders[kind]}
            fault={linkFault ?? null}
            {...register('link')}
          />
          {linkFault && <FieldFault fieldId="block-link">{linkFault}</FieldFault>}
        </div>
        <div>
          <label htmlFor="block-reason">{words.reasonField}</label>
          <TextField
            id="block-reason"
            autoComplete="off"
            maxLength={500}
            fault={reason ? words.reasonFault : null}
            {...register('reason')}
          />
          {reason && <FieldFault fieldId="block-reason">{words.reasonFault}</FieldFault>}
        </div>
        <Button type="submit" size="bench" variant="primary" aria-disabled={busy || undefined}>
          {busy ? words.adding : words.add[kind]}
        </Button>
      </form>
      {asked && (
        <ConfirmBlock
          title={words.add[asked.kind]}
          text={words.ask(asked.link)}
          confirm={words.add[asked.kind]}
          running={running.has(ASKED)}
          onConfirm={() => running.run(ASKED, () => block(asked).finally(() => setAsked(null)))}
          onClose={() => setAsked(null)}
          returnFocusTo={() => document.getElementById('block-link')}
        />
      )}
    </>
  )
}

/** What the server could not read as anything to block, it says why; null for any other failure. */
function whyNot(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid_link') return null
  const reason = UNBLOCKABLE_REASONS.find((known) => known === error.details)
  return reason ? words.unblockable[reason] : null
}
