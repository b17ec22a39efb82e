/** Asks for the token of a server that wants one; where it is kept is not known here. */
import { element } from './elements.js';

/**
 * @param {boolean} wasRefused a token was sent, and is not the server's
 * @returns {Promise<string | null>} null where the person gives none
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
    element('h2', { id: 'token-title' }, 'This server wants its token'),
    element('label', { for: 'token' }, 'Token'),
    input,
    element(
      'p',
      { id: 'token-why', class: wasRefused ? 'bad' : 'hint', role: wasRefused ? 'alert' : null },
      wasRefused
        ? 'That is not the token of this server.'
        : 'Whoever started the server knows it. It is kept until this tab is closed.',
    ),
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'chief' }, 'Use it'),
      element('button', { type: 'button', onclick: () => dialog.close() }, 'Without'),
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
