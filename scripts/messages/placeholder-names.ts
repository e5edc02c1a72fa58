import { nameOfCode, parameterSource, parametersIn } from './code.ts'

/** Meaning of a name in a sentence. */
export interface Code {
  /**
   * A value is written into the sentence, and plural and select compare it. A condition chooses between wordings: its
   * key is `true`. Braces stay in the text, because other code fills them in.
   */
  use: 'value' | 'condition' | 'braces'
  /** TypeScript, with marked parameters. Empty for braces. */
  source: string
}

/** Names of the values, conditions and braces of one message. */
export interface PlaceholderNames {
  /** The names of the values and conditions so far. */
  codes: ReadonlyMap<string, Code>
  nameOfValue: (source: string) => string
  nameOfCondition: (source: string) => string
  /** Null if another thing has this name: the braces are then only text. */
  nameOfBraces: (word: string) => string | null
}

/** @param parameters names of the parameters in English */
export function openNames(parameters: readonly string[]): PlaceholderNames {
  const codes = new Map<string, Code>()
  const isParameter = (name: string) => parameters.includes(name)

  function nameFor(baseName: string, code: Code): string {
    for (let attempt = 1; ; attempt++) {
      const name = attempt === 1 ? baseName : `${baseName}_${attempt}`
      const namedCode = codes.get(name)
      const isFree = !namedCode && (!isParameter(name) || code.source === parameterSource(name))
      if (isFree) codes.set(name, code)
      if (isFree || (namedCode?.source === code.source && namedCode.use === code.use)) return name
    }
  }

  return {
    codes,
    nameOfValue: (source) => {
      const [parameter] = parametersIn(source)
      const isAlone = parameter !== undefined && source === parameterSource(parameter)
      return nameFor(isAlone ? parameter : nameOfCode(source), { use: 'value', source })
    },
    nameOfCondition: (source) => {
      const isAlone = /^[$\w]+$/.test(source)
      return nameFor(isAlone ? `has_${nameOfCode(source)}` : nameOfCode(source), { use: 'condition', source })
    },
    nameOfBraces: (word) => {
      const isTaken = isParameter(word) || (codes.get(word)?.use ?? 'braces') !== 'braces'
      return isTaken ? null : nameFor(word, { use: 'braces', source: '' })
    },
  }
}
