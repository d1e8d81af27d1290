package dev.atf.cli.chore.git;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads contents of files, several in one call of git, and caches the latest ones. */
final class ContentReader {
  /**
   * Maximum number of contents in one call. With small files, this is far below the maximum output
   * of a call.
   */
  static final int BATCH_MAX = 128;

  private static final int REMEMBERED_MAX = 2 * BATCH_MAX;

  private final GitProgram git;

  /** Contents by their ids, which never change. */
  private final Map<String, ByteString> remembered = new LinkedHashMap<>();

  ContentReader(GitProgram git) {
    this.git = git;
  }

  /** Reads at most one batch of contents in one call, so that {@link #read} finds them. */
  void prefetch(List<TreeEntry> entries) {
    var ids =
        entries.stream()
            .map(TreeEntry::id)
            .distinct()
            .filter(id -> !remembered.containsKey(id))
            .limit(BATCH_MAX)
            .toList();
    if (!ids.isEmpty()) {
      remembered.putAll(call(ids));
      forgetOldest();
    }
  }

  ByteString read(TreeEntry entry) {
    prefetch(List.of(entry));
    var content = remembered.get(entry.id());
    if (content == null) {
      throw new GitFailedException("git cat-file: no content " + entry.id());
    }
    return content;
  }

  private void forgetOldest() {
    var ids = remembered.keySet().iterator();
    while (remembered.size() > REMEMBERED_MAX) {
      ids.next();
      ids.remove();
    }
  }

  private Map<String, ByteString> call(List<String> ids) {
    var input = ids.stream().map(id -> id + "\n").collect(Collectors.joining());
    var answer = git.run(ByteString.copyFromUtf8(input), "cat-file", List.of("--batch")).orFail();
    return parse(answer.output());
  }

  /** Parses lines {@code <id> blob <bytes>}, each followed by the content and a line break. */
  static Map<String, ByteString> parse(ByteString output) {
    var contents = new HashMap<String, ByteString>();
    int begin = 0;
    while (begin < output.size()) {
      int end = begin;
      while (output.byteAt(end) != '\n') {
        end++;
      }
      var words = output.substring(begin, end).toStringUtf8().split(" ", -1);
      begin = end + 1;
      if (words.length == 3) { // otherwise: <id> missing
        int size = Integer.parseInt(words[2]);
        contents.put(words[0], output.substring(begin, begin + size));
        begin += size + 1;
      }
    }
    return contents;
  }
}
