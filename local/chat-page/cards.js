/** Renders Adaptive Cards with the `adaptivecards` package, in this page's colours. */
import { markdown } from './text.js';
import { addTypeAhead } from './type-ahead.js';

const {
  AdaptiveCard,
  CardElement,
  GlobalRegistry,
  HostConfig,
  ExecuteAction,
  SubmitAction,
  OpenUrlAction,
  ChoiceSetInput,
  SerializationContext,
  Versions,
} = window.AdaptiveCards;

AdaptiveCard.onProcessMarkdown = (text, result) => {
  result.outputHtml = markdown(text);
  result.didProcess = true;
};

const color = (name) => ({ default: `var(--${name})`, subtle: `var(--${name}-soft)` });
const foreground = {
  default: color('card-ink'),
  dark: color('card-ink'),
  light: color('card-ink'),
  accent: color('card-accent'),
  good: color('card-good'),
  warning: color('card-warn'),
  attention: color('card-bad'),
};
const container = (background) => ({ backgroundColor: background, foregroundColors: foreground });
const font = (family) => ({
  fontFamily: family,
  fontSizes: { small: 12, default: 14, medium: 15, large: 18, extraLarge: 26 },
  fontWeights: { lighter: 350, default: 400, bolder: 600 },
});
const TEXT = 'var(--text-font)';
const CODE = 'var(--code-font)';

const hostConfig = new HostConfig({
  supportsInteractivity: true,
  fontFamily: TEXT,
  fontTypes: { default: font(TEXT), monospace: font(CODE) },
  spacing: { small: 6, default: 10, medium: 16, large: 22, extraLarge: 30, padding: 16 },
  separator: { lineThickness: 1, lineColor: 'var(--line)' },
  containerStyles: {
    default: container('transparent'),
    emphasis: container('var(--card-tint)'),
    accent: container('var(--card-accent-tint)'),
    good: container('var(--card-good-tint)'),
    warning: container('var(--card-warn-tint)'),
    attention: container('var(--card-bad-tint)'),
  },
  imageSizes: { small: 36, medium: 60, large: 120 },
  imageSet: { imageSize: 'medium', maxImageHeight: 100 },
  textStyles: { heading: { size: 'Large', weight: 'Bolder' }, columnHeader: { weight: 'Bolder' } },
  actions: {
    maxActions: 8,
    spacing: 'medium',
    buttonSpacing: 0,
    actionsOrientation: 'horizontal',
    actionAlignment: 'left',
    showCard: { actionMode: 'inline', inlineTopMargin: 12, style: 'emphasis' },
  },
  adaptiveCard: { allowCustomStyle: true },
  factSet: {
    title: { color: 'default', size: 'default', isSubtle: true, weight: 'Default', wrap: true, maxWidth: 130 },
    value: { color: 'default', size: 'default', weight: 'Default', wrap: true },
    spacing: 14,
  },
  inputs: {
    label: {
      inputSpacing: 'small',
      requiredInputs: { weight: 'Bolder', suffix: ' (required)' },
      optionalInputs: { weight: 'Bolder' },
    },
    errorMessage: { color: 'attention', size: 'small', spacing: 'small', weight: 'Default' },
  },
});

/** Newer than the package, which would show its fallback. */
class ProgressBar extends CardElement {
  #value = 0;
  #max = 100;

  getJsonTypeName() {
    return 'ProgressBar';
  }

  internalParse(source, context) {
    super.internalParse(source, context);
    ({ value: this.#value = 0, max: this.#max = 100 } = source);
  }

  internalRender() {
    const bar = document.createElement('progress');
    bar.className = 'progress';
    bar.max = this.#max;
    bar.value = this.#value;
    bar.setAttribute('aria-label', `${Math.round((100 * this.#value) / this.#max)} %`);
    return bar;
  }
}
GlobalRegistry.elements.register('ProgressBar', ProgressBar);

// The package's own type-ahead sends the title of what was looked up, where Teams sends its value.
hostConfig.inputs.allowDynamicallyFilteredChoiceSet = false;

/**
 * The card as an element. `onPress` gets the action's JSON, its data with the inputs in it, and the pressed button;
 * `onSearch` a dataset and what was typed, and resolves with choices.
 * A card that cannot be shown becomes its fallback text, or a line that says so.
 */
export function renderCard(json, onPress, onSearch) {
  const card = new AdaptiveCard();
  card.hostConfig = hostConfig;
  card.onExecuteAction = (action) => {
    if (action instanceof OpenUrlAction) return openOutside(action.url);
    if (!(action instanceof ExecuteAction || action instanceof SubmitAction)) return undefined;
    const { id, verb, data } = action;
    // An action of the overflow menu has no element that stays.
    const element = action.renderedElement?.isConnected ? action.renderedElement : card.renderedElement;
    return onPress({ type: action.getJsonTypeName(), id, verb, data }, element);
  };
  try {
    // Teams takes 1.5, and type-ahead of 1.6 with it.
    card.parse(json, new SerializationContext(Versions.v1_6));
    const element = card.render();
    if (element) {
      showChosenTitles(card);
      for (const input of card.getAllInputs()) {
        if (input instanceof ChoiceSetInput && input.style === 'filtered') {
          addTypeAhead(input, onSearch);
        }
      }
      element.classList.add('card');
      element.classList.toggle('full', json.msteams?.width === 'Full');
      element.setAttribute('data-testid', 'card');
      return element;
    }
  } catch (error) {
    console.error('card not rendered', error);
  }
  const instead = document.createElement('p');
  instead.className = 'card problem';
  instead.textContent = json?.fallbackText ?? 'This card cannot be shown.';
  return instead;
}

/** The package fills a filtered choice set with the preset's value, where people know only its title. */
function showChosenTitles(card) {
  for (const input of card.getAllInputs()) {
    if (!(input instanceof ChoiceSetInput) || input.style !== 'filtered') continue;
    const chosen = input.choices.find(({ value }) => value === input.defaultValue);
    const box = input.renderedElement?.querySelector('input');
    if (chosen && box) box.value = chosen.title;
  }
}

/** A button's address: https, or http for what runs on this computer. */
function openOutside(address) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && ['https:', 'http:'].includes(url.protocol)) window.open(url.href, '_blank', 'noopener,noreferrer');
}

// Never the package's own handler, which would open whatever is given.
AdaptiveCard.onAnchorClicked = (_element, anchor) => {
  openOutside(anchor.href);
  return true;
};
