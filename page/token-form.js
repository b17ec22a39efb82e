/** The form for the token of a server that requires one. The caller stores the token. */
import { element } from './elements.js';

/**
 * @param {boolean} wasRefused whether a wrong token was sent
 * @returns {Promise<string | null>} null if the user enters none
 */
export function askForToken(wasRefused) {
  const input = element('input', {
    id: 'token',
    type: 'password',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'token-why',
  });
  const form = element(
    'form',
    { method: 'dialog' },
    element('h2', { id: 'token-title' }, 'This server requires a token'),
    element('label', { for: 'token' }, 'Token'),
    input,
    element(
      'p',
      { id: 'token-why', class: wasRefused ? 'bad' : 'hint', role: wasRefused ? 'alert' : null },
      wasRefused
        ? 'This is not the token of the server.'
        : 'The person who started the server knows it. It is stored until this tab is closed.',
    ),
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'primary' }, 'Use token'),
      element('button', { type: 'button', onclick: () => dialog.close() }, 'Continue without'),
    ),
  );
  const dialog = element('dialog', { class: 'token', 'aria-labelledby': 'token-title' }, form);
  return new Promise((resolve) => {
    form.addEventListener('submit', () => dialog.close(input.value.trim()));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === '' ? null : dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
}
