/** The theme switch, an empty `select` in the page: as the system, light or dark. The browser remembers the choice. */
import { byId } from './elements.js';

const KEY = 'lemmahead-theme';
const THEMES = ['auto', 'light', 'dark'];

export function themeSwitch() {
  const select = byId('theme', HTMLSelectElement);
  for (const theme of THEMES) select.add(new Option(theme));
  select.value = stored();
  apply(select.value);
  select.addEventListener('change', () => {
    apply(select.value);
    if (select.value === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, select.value);
  });
}

/** @param {string} theme */
function apply(theme) {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function stored() {
  const theme = localStorage.getItem(KEY) ?? '';
  return THEMES.includes(theme) ? theme : 'auto';
}
