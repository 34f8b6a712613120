/**
 * A rule: `in` asks only for names that the code knows. With any other name it also finds what each object inherits, such
 * as `constructor`. The type of a key may say that the code knows it: a literal, or a union of literals.
 * @type {import('eslint').Rule.RuleModule}
 */
export const ownNames = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      inherited: 'Ask by Object.hasOwn, or keep a Map: “in” also finds inherited names, such as constructor.',
    },
  },
  create(context) {
    const { parserServices } = context.sourceCode;
    /** @param {import('estree').Node} key */
    const hasKnownType = (key) => Boolean(parserServices.program) && isKnown(parserServices.getTypeAtLocation(key));
    return {
      BinaryExpression({ operator, left }) {
        if (operator !== 'in' || left.type === 'Literal' || left.type === 'PrivateIdentifier') return;
        if (!hasKnownType(left)) context.report({ node: left, messageId: 'inherited' });
      },
    };
  },
};

/**
 * @param {import('typescript').Type} type
 * @returns {boolean}
 */
function isKnown(type) {
  return type.isUnion() ? type.types.every(isKnown) : type.isLiteral();
}
