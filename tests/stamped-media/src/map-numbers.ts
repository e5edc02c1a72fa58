interface Numbers {
  readonly length: number
  [at: number]: number
}

/** Fills an array with mapped values. `from` of typed arrays uses an iterator and takes forty times as long. */
export function mapNumbers<T extends Numbers>(target: T, values: Readonly<Numbers>, map: (value: number) => number): T {
  for (let index = 0; index < values.length; index += 1) target[index] = map(values[index]!)
  return target
}
