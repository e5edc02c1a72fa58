import { kerfAddress } from '../kerf-address.ts'
import { say } from '../words.ts'

/** Storage key for the address of the user's Kerf. */
const KEY = 'kerf-address'
/** Query with the marks of a video; empty if the user opened the options. */
const search = location.hash.slice(1)
const storedAddress = localStorage.getItem(KEY)

// With marks and a known address, this page only redirects to the Kerf.
if (search !== '' && storedAddress !== null) location.replace(`${storedAddress}/?${search}`)
else showForm()

function showForm(): void {
  const main = document.querySelector('main')
  if (!main) return
  document.documentElement.lang = say('language')
  document.title = say('optionsTitle')
  const heading = Object.assign(document.createElement('h1'), { textContent: say('optionsTitle') })
  const form = document.createElement('form')
  form.noValidate = true
  const label = Object.assign(document.createElement('label'), { htmlFor: 'address', textContent: say('address') })
  const input = Object.assign(document.createElement('input'), {
    id: 'address',
    type: 'url',
    placeholder: 'https://kerf.example',
    autocomplete: 'url',
    value: storedAddress ?? '',
  })
  input.setAttribute('aria-describedby', 'hint note')
  const hint = Object.assign(document.createElement('p'), { id: 'hint', textContent: say('addressHint') })
  const save = Object.assign(document.createElement('button'), {
    textContent: say(search === '' ? 'save' : 'saveAndOpen'),
  })
  const note = Object.assign(document.createElement('p'), { id: 'note', role: 'status' })
  form.append(label, input, hint, save, note)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const address = kerfAddress(input.value)
    note.className = address === null ? 'fault' : ''
    note.textContent = say(address === null ? 'addressFault' : 'saved')
    input.ariaInvalid = String(address === null)
    if (address === null) {
      input.focus()
      return
    }
    localStorage.setItem(KEY, address)
    input.value = address
    if (search !== '') location.replace(`${address}/?${search}`)
  })
  main.append(heading, form)
  input.focus()
}
