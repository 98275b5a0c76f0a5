/** What on the drawn cards some people could not read or find: runs in the page. */
import type { Page } from 'playwright-core';

/** WCAG 2.2, 1.4.3: contrast of a text with what is behind it, 4.5 to 1, or 3 to 1 for large ones. */
const FAULTS = `(() => {
  const channels = (css) => {
    const [red, green, blue, alpha = 1] = css.match(/[\\d.]+/g).map(Number);
    return { rgb: [red, green, blue], alpha };
  };
  const over = (top, below) => top.rgb.map((channel, at) => channel * top.alpha + below[at] * (1 - top.alpha));
  const groundOf = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
      const layer = channels(getComputedStyle(each).backgroundColor);
      layers.unshift(layer);
      if (layer.alpha === 1) break;
    }
    return layers.reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (element, pseudo) => {
    const ground = groundOf(element);
    const color = over(channels(getComputedStyle(element, pseudo).color), ground);
    const [light, dark] = [luminance(color), luminance(ground)].sort((one, other) => other - one);
    return (light + 0.05) / (dark + 0.05);
  };
  const needed = (element) => {
    const { fontSize, fontWeight } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    return size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
  };
  const faults = [];
  const checkContrast = (element, text, pseudo) => {
    const measured = contrast(element, pseudo);
    if (measured < needed(element)) faults.push('contrast ' + measured.toFixed(2) + ': ' + text.slice(0, 60));
  };
  for (const card of document.querySelectorAll('.card')) {
    let before;
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (node.data.trim() === '' || !element.checkVisibility() || element.closest('select, option')) continue;
      checkContrast(element, node.data);
      const range = document.createRange();
      range.selectNodeContents(node);
      const place = range.getBoundingClientRect();
      const isAbove = before && place.bottom <= before.top + 1 && place.left < before.right - 1;
      if (isAbove) faults.push('read after what is below it: ' + node.data.slice(0, 60));
      before = place;
    }
    for (const input of card.querySelectorAll('input, select, textarea')) {
      if (!input.checkVisibility()) continue;
      const named = input.getAttribute('aria-label') || input.getAttribute('aria-labelledby') || input.labels?.length > 0;
      if (!named) faults.push('no label: ' + input.outerHTML.slice(0, 120));
      if (input.tagName === 'SELECT' || input.value) checkContrast(input, input.value);
      else if (input.placeholder) checkContrast(input, input.placeholder, '::placeholder');
    }
    for (const image of card.querySelectorAll('img, svg, [role=img]')) {
      const isHidden = image.getAttribute('aria-hidden') === 'true';
      if (!isHidden && !(image.alt || image.getAttribute('aria-label'))) faults.push('no text: ' + image.outerHTML.slice(0, 120));
    }
    for (const button of card.querySelectorAll('button, [role=button]')) {
      const name = button.getAttribute('aria-label') || button.textContent || button.title;
      if (button.checkVisibility() && name.trim() === '') faults.push('no name: ' + button.outerHTML.slice(0, 120));
    }
  }
  return [...new Set(faults)];
})()`;

export const cardFaults = (page: Page): Promise<readonly string[]> => page.evaluate(FAULTS);
