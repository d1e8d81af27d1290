package dev.atf.e2e.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A Markdown document of this project, or a part of one, as its fenced blocks. */
public final class MarkdownDocument {
  private static final Pattern FENCE = Pattern.compile("( *)```(\\S*).*");
  private static final Pattern FILE_IS_NAMED = Pattern.compile(".*`([\\w./-]+)`:");

  private final String path;
  private final List<String> lines;
  private final int linesBefore;

  private MarkdownDocument(String path, List<String> lines, int linesBefore) {
    this.path = path;
    this.lines = lines;
    this.linesBefore = linesBefore;
  }

  /**
   * @param path from the project's root
   */
  public static MarkdownDocument of(String path) {
    return in(path, Project.document(path));
  }

  /**
   * @param name for messages
   */
  public static MarkdownDocument in(String name, String text) {
    return new MarkdownDocument(name, text.lines().toList(), 0);
  }

  /**
   * Returns the part between two lines.
   *
   * @throws IllegalArgumentException if they are not there
   */
  public MarkdownDocument between(String begin, String end) {
    int from = lines.indexOf(begin);
    int to = lines.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalArgumentException(path + ": no " + begin + " … " + end);
    }
    return new MarkdownDocument(path, lines.subList(from + 1, to), linesBefore + from + 1);
  }

  /** Returns the blocks in their order; a fence that is not closed is no block. */
  public List<FencedBlock> blocks() {
    var blocks = new ArrayList<FencedBlock>();
    for (int line = 0; line < lines.size(); line++) {
      var fence = FENCE.matcher(lines.get(line));
      if (fence.matches()) {
        var indent = fence.group(1);
        int end = line + 1 + lines.subList(line + 1, lines.size()).indexOf(indent + "```");
        if (end <= line) {
          throw new IllegalStateException(place(line) + " is not closed");
        }
        blocks.add(block(fence.group(2), indent, line, end));
        line = end;
      }
    }
    return blocks;
  }

  /** Returns the place of a block, for messages. */
  public String place(FencedBlock block) {
    return path + ":" + block.line();
  }

  private String place(int line) {
    return path + ":" + (linesBefore + line + 1);
  }

  private FencedBlock block(String language, String indent, int begin, int end) {
    var text = new StringBuilder();
    for (var line : lines.subList(begin + 1, end)) {
      text.append(line.startsWith(indent) ? line.substring(indent.length()) : line).append('\n');
    }
    return new FencedBlock(language, fileOf(begin), text.toString(), linesBefore + begin + 1);
  }

  private Optional<String> fileOf(int fence) {
    int before = fence - 1;
    while (before >= 0 && lines.get(before).isBlank()) {
      before--;
    }
    if (before < 0) {
      return Optional.empty();
    }
    var named = FILE_IS_NAMED.matcher(lines.get(before));
    return named.matches() ? Optional.of(named.group(1)) : Optional.empty();
  }
}
