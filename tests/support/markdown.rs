//! Markdown, taken apart.

use markdown::mdast::Node;
use markdown::{to_mdast, ParseOptions};

pub fn parse(text: &str) -> Node {
    to_mdast(text, &ParseOptions::gfm()).unwrap()
}

/// A node and all that it contains, in the order of the text.
pub fn nodes(node: &Node) -> Box<dyn Iterator<Item = &Node> + '_> {
    let inside = node.children().into_iter().flatten().flat_map(nodes);
    Box::new(std::iter::once(node).chain(inside))
}

/// The language of a fenced block, what else stands behind the fence, and the content.
pub fn fenced(node: &Node) -> Option<(&str, &str, String)> {
    let Node::Code(block) = node else { return None };
    let [language, kind] = [&block.lang, &block.meta].map(|word| word.as_deref().unwrap_or(""));
    Some((language, kind, format!("{}\n", block.value)))
}

/// The fenced blocks of a text in a language: what else stands behind the fence, and the content.
pub fn blocks(text: &str, language: &str) -> Vec<(String, String)> {
    let document = parse(text);
    let blocks = nodes(&document).filter_map(fenced);
    let blocks = blocks.filter(|block| block.0 == language);
    blocks
        .map(|(_, kind, content)| (kind.into(), content))
        .collect()
}
