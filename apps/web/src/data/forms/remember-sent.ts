import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * For a form that is being sent. The answer lets it start over once the server has taken it: what has been written meanwhile stays, as
 * changed.
 */
export function rememberSent<Values extends FieldValues, Sent>(
  form: Pick<UseFormReturn<Values, unknown, Sent>, 'getValues' | 'reset' | 'setValue'>,
): (begin: DefaultValues<Values>) => void {
  // As it was entered, before it is parsed.
  const sent = form.getValues()
  return (begin) => {
    const now = form.getValues()
    const written = (Object.keys(now) as Path<Values>[]).filter(
      (field) => JSON.stringify(now[field]) !== JSON.stringify(sent[field]),
    )
    form.reset(begin, { keepDirtyValues: false })
    for (const field of written) form.setValue(field, now[field], { shouldDirty: true })
  }
}
