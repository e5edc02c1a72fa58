import { zodResolver } from '@hookform/resolvers/zod'
import { blockLink } from '@kerf/contract/admin-moderation'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { BLOCK_KINDS, UNBLOCKABLE_REASONS } from '@kerf/domain/moderation/blocking'
import { Button } from '@kerf/ui/Button'
import { SelectField } from '@kerf/ui/SelectField'
import { TextField } from '@kerf/ui/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { useSentForm } from '../../../data/forms/use-sent-form.ts'
import { ApiError } from '../../../data/queries/calls.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys } from '../admin-queries.ts'
import { ConfirmDialog } from '../lists/ConfirmDialog.tsx'
import { LabelledControl } from '../lists/LabelledControl.tsx'
import { reportFailure } from '../lists/report-failure.ts'

const words = adminSettingsWords.blocklist
type BlockRequest = BodyOf<typeof blockLink>
const resolver = zodResolver(blockLink.body)
const EMPTY_REQUEST: BlockRequest = { kind: 'video', link: '', reason: '' }

export function BlockLinkForm() {
  const queryClient = useQueryClient()
  /** Request that waits for the confirmation of the admin. */
  const [request, setRequest] = useState<BlockRequest | null>(null)
  const { form, submit, sending } = useSentForm<BlockRequest>({
    resolver,
    begin: EMPTY_REQUEST,
    async send(values, { startOver }) {
      // A channel or a domain can have any number of videos, so the admin confirms its block.
      if (values.kind !== 'video' && !request) return setRequest(values)
      const { wasBlocked, link } = await callApi(blockLink, { body: values })
      if (wasBlocked) toasts.show({ title: words.known, text: words.knownText(link) })
      else toasts.show({ title: words.added[values.kind], text: link })
      startOver({ ...EMPTY_REQUEST, kind: values.kind })
      void queryClient.invalidateQueries({ queryKey: adminKeys.stats })
      const listRead = queryClient.invalidateQueries({ queryKey: adminKeys.blocklist })
      if (request) await listRead
    },
    blame: { invalid_link: 'link' },
    tell(error) {
      const sentence = unblockableReason(error)
      if (sentence === null) reportFailure(error)
      return sentence
    },
  })
  const { register, watch, formState } = form
  const { link, reason } = formState.errors
  const reasonFault = reason ? words.reasonFault : null
  const kind = watch('kind')
  const linkFault = link && (link.type === 'server' ? link.message : words.linkFaults[kind])
  const isSending = sending && !request

  return (
    <>
      <form
        className="grid grid-cols-[150px_minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3 pt-2 pb-4 max-desk:grid-cols-1"
        noValidate
        onSubmit={submit}
      >
        <LabelledControl id="block-kind" label={words.kindField}>
          <SelectField
            id="block-kind"
            className="w-full [&>select]:h-(--bench)"
            options={BLOCK_KINDS.map((value) => ({ value, name: words.kinds[value] }))}
            {...register('kind')}
          />
        </LabelledControl>
        <LabelledControl id="block-link" label={words.linkFields[kind]} fault={linkFault}>
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
        </LabelledControl>
        <LabelledControl id="block-reason" label={words.columns.reason} fault={reasonFault}>
          <TextField id="block-reason" autoComplete="off" maxLength={500} fault={reasonFault} {...register('reason')} />
        </LabelledControl>
        <Button
          type="submit"
          size="bench"
          variant="primary"
          className="max-desk:justify-self-start desk:mt-[calc(1.5*var(--text-small)+6px)]"
          aria-disabled={isSending || undefined}
        >
          {isSending ? words.adding : words.add[kind]}
        </Button>
      </form>
      {request && (
        <ConfirmDialog
          title={words.add[request.kind]}
          text={words.ask(request.link)}
          running={sending}
          onConfirm={() => submit().finally(() => setRequest(null))}
          onClose={() => setRequest(null)}
          returnFocusTo={() => document.getElementById('block-link')}
        />
      )}
    </>
  )
}

/** Reason for which the server cannot block a link; null for any other failure. */
function unblockableReason(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid_link') return null
  const reason = UNBLOCKABLE_REASONS.find((code) => code === error.details)
  return reason ? words.unblockable[reason] : null
}
