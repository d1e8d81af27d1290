package dev.atf.site;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** Text of a part of a document, without its markup. */
final class NodeText extends AbstractVisitor {
  private final StringBuilder text = new StringBuilder();

  private NodeText() {}

  static String of(Node node) {
    var visitor = new NodeText();
    node.accept(visitor);
    return visitor.text.toString().strip();
  }

  @Override
  public void visit(Text node) {
    text.append(node.getLiteral());
  }

  @Override
  public void visit(Code node) {
    text.append(node.getLiteral());
  }

  @Override
  public void visit(FencedCodeBlock node) {
    text.append(node.getLiteral());
  }

  @Override
  public void visit(SoftLineBreak node) {
    text.append(' ');
  }

  @Override
  public void visit(HardLineBreak node) {
    text.append(' ');
  }

  /** Separates the texts of blocks and of cells. */
  @Override
  protected void visitChildren(Node parent) {
    super.visitChildren(parent);
    if (parent instanceof org.commonmark.node.Block
        || parent instanceof org.commonmark.node.CustomNode) {
      text.append(' ');
    }
  }
}
