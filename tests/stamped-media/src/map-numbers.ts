interface Numbers {
  readonly length: number
  [at: number]: number
}

/** Fills an array with mapped values. `from` of typed arrays uses an iterator and takes forty times as long. */
export function mapNumbers<T extends Numbers>(onto: T, values: Readonly<Numbers>, map: (value: number) => number): T {
  for (let at = 0; at < values.length; at += 1) onto[at] = map(values[at]!)
  return onto
}
