package dev.atf.cli.chore.git;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Input of {@code git fast-import} that creates a chain of commits. No file is checked out, so that
 * paths of a repository never become paths on this machine.
 *
 * @see <a href="https://git-scm.com/docs/git-fast-import">git fast-import</a>
 */
final class FastImport {
  /** Reference to the created commits, which protects them from garbage collection. */
  static final String MADE = "refs/chores/made";

  private final ByteString.Output stream = ByteString.newOutput();

  private FastImport() {}

  /**
   * Returns the stream. Git answers with the id of the last commit.
   *
   * @param base parent of the first commit; empty if that commit is the first of the branch
   */
  static ByteString stream(Optional<String> base, List<CommitDraft> drafts) {
    var made = new FastImport();
    for (int i = 0; i < drafts.size(); i++) {
      made.commit(i + 1, i == 0 ? base : Optional.empty(), drafts.get(i));
    }
    made.line("get-mark :" + drafts.size());
    made.line("done");
    return made.stream.toByteString();
  }

  private void commit(int mark, Optional<String> from, CommitDraft draft) {
    line("commit " + MADE);
    line("mark :" + mark);
    line(
        "committer %s <chores@%s> %d +0000"
            .formatted(
                draft.author(),
                draft.author().replaceAll("[^A-Za-z0-9.-]", "-"),
                draft.at().getEpochSecond()));
    data(ByteString.copyFromUtf8(draft.message()));
    from.ifPresent(commit -> line("from " + commit));
    draft.renames().forEach((old, path) -> line("R " + quoted(old) + " " + quoted(path)));
    draft.deletes().forEach(path -> line("D " + quoted(path)));
    for (var write : draft.writes()) {
      line("M %s inline %s".formatted(write.executable() ? "100755" : "100644", path(write)));
      data(write.content());
    }
  }

  private static String path(FileWrite write) {
    return quoted(write.path());
  }

  /** Returns a path as a C string, so that a line break in it does not start another command. */
  static String quoted(String path) {
    var quoted = new StringBuilder("\"");
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      // Bytes outside of ASCII are negative.
      if (b < ' ' || b == '"' || b == '\\' || b == 127) {
        quoted.append('\\').append(String.format("%03o", b & 0xff));
      } else {
        quoted.append((char) b);
      }
    }
    return quoted.append('"').toString();
  }

  private void data(ByteString content) {
    line("data " + content.size());
    write(content);
    line("");
  }

  private void line(String text) {
    write(ByteString.copyFromUtf8(text + "\n"));
  }

  private void write(ByteString bytes) {
    stream.write(bytes.toByteArray(), 0, bytes.size());
  }
}
