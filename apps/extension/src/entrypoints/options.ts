import { readKerfAddress } from '../kerf-address.ts'
import { translate } from '../words.ts'

/** Storage key for the address of the user's Kerf. */
const ADDRESS_KEY = 'kerf-address'
/** Query for a Kerf with the marks of a video; empty if the user opened the options. */
const search = location.hash.slice(1)
const storedAddress = localStorage.getItem(ADDRESS_KEY)

// If there are marks and a known address, this page only redirects to the Kerf.
if (search !== '' && storedAddress !== null) location.replace(`${storedAddress}/?${search}`)
else showOptions()

function showOptions(): void {
  const main = document.querySelector('main')
  if (!main) return
  document.documentElement.lang = translate('language')
  document.title = translate('optionsTitle')
  const heading = Object.assign(document.createElement('h1'), { textContent: translate('optionsTitle') })
  const form = document.createElement('form')
  form.noValidate = true
  const label = Object.assign(document.createElement('label'), {
    htmlFor: 'address',
    textContent: translate('address'),
  })
  const input = Object.assign(document.createElement('input'), {
    id: 'address',
    type: 'url',
    placeholder: 'https://kerf.example',
    autocomplete: 'url',
    value: storedAddress ?? '',
  })
  input.setAttribute('aria-describedby', 'hint note')
  const hint = Object.assign(document.createElement('p'), { id: 'hint', textContent: translate('addressHint') })
  const saveButton = Object.assign(document.createElement('button'), {
    textContent: translate(search === '' ? 'save' : 'saveAndOpen'),
  })
  const note = Object.assign(document.createElement('p'), { id: 'note', role: 'status' })
  form.append(label, input, hint, saveButton, note)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const address = readKerfAddress(input.value)
    note.className = address === null ? 'fault' : ''
    note.textContent = translate(address === null ? 'addressFault' : 'saved')
    input.ariaInvalid = String(address === null)
    if (address === null) {
      input.focus()
      return
    }
    localStorage.setItem(ADDRESS_KEY, address)
    input.value = address
    if (search !== '') location.replace(`${address}/?${search}`)
  })
  main.append(heading, form)
  input.focus()
}
