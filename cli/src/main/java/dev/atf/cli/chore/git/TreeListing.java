package dev.atf.cli.chore.git;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;

/**
 * Files of a commit.
 *
 * @param unreadable paths that are not UTF-8, as far as they can be displayed
 */
public record TreeListing(List<TreeEntry> entries, List<String> unreadable) {
  public static final TreeListing EMPTY = new TreeListing(List.of(), List.of());

  public TreeListing {
    entries = List.copyOf(entries);
    unreadable = List.copyOf(unreadable);
  }

  /**
   * Parses the output of {@code git ls-tree -r -z}: mode, type, id and size separated by spaces, a
   * tab, and the path up to a zero byte.
   */
  static TreeListing parse(ByteString output) {
    var entries = new ArrayList<TreeEntry>();
    var unreadable = new ArrayList<String>();
    int begin = 0;
    for (int i = 0; i < output.size(); i++) {
      if (output.byteAt(i) == 0) {
        var line = output.substring(begin, i);
        begin = i + 1;
        var text = line.toStringUtf8();
        int tab = text.indexOf('\t');
        var words = text.substring(0, tab).split(" ", -1);
        var path = text.substring(tab + 1);
        if (line.isValidUtf8()) {
          entries.add(new TreeEntry(words[0], words[2], bytes(words), path));
        } else {
          unreadable.add(path);
        }
      }
    }
    return new TreeListing(entries, unreadable);
  }

  /** Returns the last word, which may follow several spaces. */
  private static long bytes(String[] words) {
    var size = words[words.length - 1];
    return size.equals("-") ? -1 : Long.parseLong(size);
  }
}
