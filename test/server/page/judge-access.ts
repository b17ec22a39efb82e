/** Accessibility faults: low contrast, controls without a name, small targets, overflow. */
import type { Page } from 'playwright-core';

const CONTROLS = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'spinbutton', 'DisclosureTriangle'],
  ...['dialog', 'navigation', 'region', 'progressbar'],
]);

/** Controls and regions without a name in the accessibility tree. */
export async function namelessControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(
      ({ ignored, role, name }) => !ignored && CONTROLS.has(String(role?.value)) && !String(name?.value ?? '').trim(),
    )
    .map(({ role, backendDOMNodeId }) => `${role?.value} ${backendDOMNodeId}`);
}

/** Texts and placeholders with a contrast below WCAG AA (4.5, or 3 for large text), and borders of fields below 3. */
export function lowContrasts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = [number, number, number, number];
    const parse = (colour: string): Colour => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/gu) ?? []).map(Number);
      return [red, green, blue, alpha];
    };
    const over = ([r, g, b, a]: Colour, [R, G, B]: Colour): Colour => [
      r * a + R * (1 - a),
      g * a + G * (1 - a),
      b * a + B * (1 - a),
      1,
    ];
    const luminance = (colour: Colour): number => {
      const [r = 0, g = 0, b = 0] = colour
        .slice(0, 3)
        .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (one: Colour, other: Colour): number => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const background = (element: Element | null): Colour => {
      if (element === null) return parse(getComputedStyle(document.documentElement).backgroundColor);
      const colour = parse(getComputedStyle(element).backgroundColor);
      return colour[3] === 1 ? colour : over(colour, background(element.parentElement));
    };
    const found: string[] = [];
    const check = (element: Element, colour: string, minimum: number, what: string): void => {
      const back = background(what === 'border' ? element.parentElement : element);
      const measured = ratio(over(parse(colour), back), back);
      if (measured < minimum) found.push(`${what} ${element.tagName} .${element.className}: ${measured.toFixed(2)}`);
    };
    const open = document.querySelector('dialog[open]') ?? document.body;
    for (const element of open.querySelectorAll<HTMLElement>('*')) {
      if (
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        element.closest('.visually-hidden')
      )
        continue;
      const style = getComputedStyle(element);
      const size = parseFloat(style.fontSize);
      const minimum = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const isField = element.matches('input:not([type=checkbox], [type=radio]), select, textarea');
      if (hasText || isField) check(element, style.color, minimum, 'text');
      if (isField) check(element, style.borderTopColor, 3, 'border');
      if (isField) check(element, getComputedStyle(element, '::placeholder').color, 4.5, 'placeholder');
    }
    return [...new Set(found)];
  });
}

/** Elements that overflow the window, except inside boxes that scroll. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const open = document.querySelector('dialog[open]') ?? document.body;
    const wide = [...open.querySelectorAll('*')].filter((element) => {
      const { right, left, width } = element.getBoundingClientRect();
      if (width === 0 || element.closest('.visually-hidden, .skip') !== null) return false;
      for (let above = element.parentElement; above !== null && above !== open; above = above.parentElement)
        if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(above).overflowX)) return false;
      return right > innerWidth + 0.5 || left < -0.5;
    });
    const scrolls = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls horizontally'] : [];
    return [...scrolls, ...wide.map((element) => `${element.tagName} .${element.className}`)];
  });
}

/** Controls below 24 by 24 pixels (WCAG 2.5.8), except links within text. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const open = document.querySelector('dialog[open]') ?? document.body;
    return [...open.querySelectorAll('button, select, textarea, summary, input')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const label = element.matches('[type=checkbox], [type=radio]') ? element.closest('label') : null;
        const { width, height } = (label ?? element).getBoundingClientRect();
        return {
          what: `${element.tagName} ${element.className} ${width}×${height}`,
          isSmall: width < 24 || height < 24,
        };
      })
      .filter(({ isSmall }) => isSmall)
      .map(({ what }) => what);
  });
}
