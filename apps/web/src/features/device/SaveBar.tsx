import { BusyButton } from '@kerf/ui/BusyButton'
import { Button, IconButton } from '@kerf/ui/Button'
import { CloseIcon, DownloadIcon } from '@kerf/ui/icons/tool-icons'
import { SelectField } from '@kerf/ui/SelectField'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { deviceWords as words } from '#messages/clips/device.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import type { DeviceFormat } from './device-formats.ts'
import type { CutRequest } from './engine-protocol.ts'
import type { CutRequestPlan, useDeviceCut } from './use-device-cut.ts'
import type { OpenedFile } from './use-device-file.ts'

interface SaveBarProps {
  opened: OpenedFile
  order: CutRequest
  plan: CutRequestPlan
  forms: readonly DeviceFormat[]
  form: DeviceFormat
  onForm: (form: DeviceFormat) => void
  cutting: ReturnType<typeof useDeviceCut>
  /** The action of the button, for the key that does the same. */
  action: RefObject<(() => void) | null>
}

/** Bar with the form of the clip, and the button that cuts and saves it. */
export function SaveBar({ opened, order, plan, forms, form, onForm, cutting, action }: SaveBarProps) {
  const { state, cut, cancel } = cutting
  const save = (): void => {
    if (plan.facts) void cut(order, plan.facts.container, form)
  }
  useEffect(() => {
    action.current = save
  })
  const isCutting = state.kind === 'cutting'
  const button = useRef<HTMLButtonElement>(null)
  const wasCutting = useRef(isCutting)
  useLayoutEffect(() => {
    // The button that had the focus was replaced by the other one.
    if (wasCutting.current !== isCutting && document.activeElement === document.body) button.current?.focus()
    wasCutting.current = isCutting
  }, [isCutting])
  return (
    <aside className="action-bar" aria-label={words.bar}>
      <SelectField
        className="device-form"
        aria-label={words.form}
        value={form}
        options={forms.map((value) => ({ value, name: formName(value, opened) }))}
        onChange={({ target }) => onForm(target.value as DeviceFormat)}
      />
      {state.kind === 'cutting' ? (
        <div className="joined">
          <BusyButton className="flex-1" label={words.cutting} percent={state.percent} progressLabel={words.progress} />
          <IconButton ref={button} variant="paper" label={words.cancel} icon={<CloseIcon />} onClick={cancel} />
        </div>
      ) : (
        <Button ref={button} variant="primary" aria-disabled={plan.facts === null} onClick={save}>
          <DownloadIcon />
          <span>{words.save}</span>
        </Button>
      )}
    </aside>
  )
}

function formName(form: DeviceFormat, { facts }: OpenedFile): string {
  return form === 'original' ? words.forms.original((facts.video?.codec ?? '').toUpperCase()) : words.forms[form]
}

/** Sentence about the plan of a cut: how many frames are copied, or why nothing can be cut. */
export function PlanNote({ plan }: { plan: CutRequestPlan }) {
  const pieces = plan.facts?.video?.pieces ?? []
  const framesOf = (how: 'copy' | 'encode'): string =>
    pieces
      .filter((piece) => piece.how === how)
      .reduce((sum, { frames }) => sum + frames, 0)
      .toLocaleString(LOCALE)
  return (
    <p className="note device-note" role="status" data-fault={plan.refusal !== null || undefined}>
      {plan.refusal ?? (pieces.length > 0 && words.plan(framesOf('copy'), framesOf('encode')))}
    </p>
  )
}
