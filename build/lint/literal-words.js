/** Attributes whose value an operator reads. */
const ofElements = ['title', 'alt', 'label', 'placeholder', 'aria-label', 'aria-description', 'aria-valuetext'];
const ofComponents = [
  ...ofElements,
  'caption',
  'heading',
  'name',
  'note',
  'word',
  'words',
  'none',
  'empty',
  'idle',
  'detail',
];

/**
 * A rule: the markup of a component has no literal words. They belong in the catalogue, `renderer/texts/`.
 * @type {import('eslint').Rule.RuleModule}
 */
export const literalWords = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { literal: 'Move “{{words}}” to renderer/texts/, where the words of all languages are.' },
  },
  create(context) {
    /** @param {any} node @param {string} words */
    const check = (node, words) => {
      if (/\p{L}/u.test(words)) context.report({ node, messageId: 'literal', data: { words: words.trim() } });
    };
    /**
     * The possible results of an expression.
     * @param {any} node
     */
    const checkResult = (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') check(node, node.value);
      if (node.type === 'TemplateLiteral') for (const quasi of node.quasis) check(quasi, quasi.value.raw);
      if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(checkResult);
      if (node.type === 'LogicalExpression') [node.left, node.right].forEach(checkResult);
    };
    return {
      /** @param {any} node */
      SvelteText(node) {
        if (node.parent.type !== 'SvelteStyleElement') check(node, node.value);
      },
      /** @param {any} node */
      SvelteMustacheTag(node) {
        if (node.parent.type !== 'SvelteAttribute') checkResult(node.expression);
      },
      /** @param {any} node */
      SvelteAttribute(node) {
        const isOfComponent = node.parent.parent.kind === 'component';
        if (!(isOfComponent ? ofComponents : ofElements).includes(node.key.name)) return;
        for (const part of node.value) {
          if (part.type === 'SvelteLiteral') check(part, part.value);
          else checkResult(part.expression);
        }
      },
    };
  },
};
