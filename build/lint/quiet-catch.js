/**
 * A rule: code that drops an error gives the reason in a comment. In a `catch` without a parameter the comment is in
 * the block, unless the block throws. For a `.catch` whose handler takes no parameter, the comment is above or in the
 * statement.
 * @type {import('eslint').Rule.RuleModule}
 */
export const quietCatch = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { silent: 'Say in a comment why this error may be dropped, or log it.' },
  },
  create(context) {
    const { sourceCode } = context;
    return {
      CatchClause(node) {
        if (node.param || node.body.body.at(-1)?.type === 'ThrowStatement') return;
        if (sourceCode.getCommentsInside(node.body).length === 0) context.report({ node, messageId: 'silent' });
      },
      'CallExpression[callee.property.name="catch"][arguments.0.type="ArrowFunctionExpression"][arguments.0.params.length=0]'(
        /** @type {import('estree').CallExpression & import('eslint').Rule.NodeParentExtension} */ node,
      ) {
        const [handler] = node.arguments;
        if (handler?.type === 'ArrowFunctionExpression' && handler.body.type === 'BlockStatement')
          if (handler.body.body.at(-1)?.type === 'ThrowStatement') return;
        const statement = statementOf(node);
        const comments = [...sourceCode.getCommentsBefore(statement), ...sourceCode.getCommentsInside(statement)];
        if (comments.length === 0) context.report({ node, messageId: 'silent' });
      },
    };
  },
};

/**
 * The statement around a node, in its block.
 * @param {import('eslint').Rule.Node} node
 * @returns {import('eslint').Rule.Node}
 */
function statementOf(node) {
  const blocks = ['Program', 'BlockStatement', 'ClassBody', 'SvelteScriptElement'];
  let statement = node;
  while (statement.parent && !blocks.includes(statement.parent.type)) statement = statement.parent;
  return statement;
}
