import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Remembers the values of a form that is being sent. The returned function resets the form once the server has
 * accepted it. Values that were changed meanwhile stay, and count as changed.
 */
export function rememberSent<Values extends FieldValues, Sent>(
  form: Pick<UseFormReturn<Values, unknown, Sent>, 'getValues' | 'reset' | 'setValue'>,
): (begin: DefaultValues<Values>) => void {
  // `getValues` returns the values as entered, before they are parsed.
  const sentValues = form.getValues()
  return (begin) => {
    const values = form.getValues()
    const changedFields = (Object.keys(values) as Path<Values>[]).filter(
      (field) => JSON.stringify(values[field]) !== JSON.stringify(sentValues[field]),
    )
    form.reset(begin, { keepDirtyValues: false })
    for (const field of changedFields) form.setValue(field, values[field], { shouldDirty: true })
  }
}
