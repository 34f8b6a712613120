import ts from 'typescript';

/**
 * A rule: a module, and a component when it opens, keep no text of the catalogues, because an operator can choose another
 * language afterwards. They may keep a part, whose texts are read later: `const words = texts.cues`.
 * @type {import('eslint').Rule.RuleModule}
 */
export const liveTexts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { kept: 'Read this text where it is used. Here it stays in the language of the moment.' },
  },
  create(context) {
    const { parserServices, scopeManager } = context.sourceCode;
    /** @param {any} node @returns {boolean} */
    const isOfTexts = (node) => {
      if (node?.type === 'MemberExpression') return isOfTexts(node.object);
      if (node?.type !== 'Identifier') return false;
      const variable = scopeManager.scopes.flatMap(({ set }) => set.get(node.name) ?? [])[0];
      const definition = variable?.defs[0];
      if (definition?.type === 'ImportBinding')
        return /(^|\/)(texts|words)\.ts$/.test(String(definition.parent?.source.value));
      return definition?.type === 'Variable' && isOfTexts(definition.node.init);
    };
    /** @param {any} node */
    const isPart = (node) => {
      const type = parserServices.getTypeAtLocation(node);
      return (type.flags & ts.TypeFlags.Object) !== 0 && type.getCallSignatures().length === 0;
    };
    return {
      /** @param {any} node */
      MemberExpression(node) {
        const { parent } = node;
        if ((parent.type === 'MemberExpression' && parent.object === node) || !isOfTexts(node) || runsLater(node))
          return;
        const isKeptPart = parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier' && isPart(node);
        if (!isKeptPart) context.report({ node, messageId: 'kept' });
      },
    };
  },
};

/**
 * In a function, in a member that each instance makes, in markup, or in a rune that runs again.
 * @param {any} node
 * @returns {boolean}
 */
function runsLater({ parent }) {
  if (!parent || parent.type === 'SvelteScriptElement') return false;
  if (/Function/.test(parent.type) || /^Svelte/.test(parent.type)) return true;
  if (parent.type === 'PropertyDefinition' && !parent.static) return true;
  if (parent.type === 'CallExpression' && parent.callee.type === 'Identifier' && parent.callee.name === '$derived')
    return true;
  return runsLater(parent);
}
