package dev.atf.cli.chore.git;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One branch of a remote repository. Commits are created on top of the remote's latest commit and
 * pushed. Nothing is checked out, and the local data is only a cache. Not thread-safe.
 */
public final class GitRepository {
  private static final String FETCHED = "refs/chores/fetched";
  private static final String BRANCH_DEFAULT = "main";

  private static final Pattern BRANCH =
      Pattern.compile("(?!.*(?:\\.\\.|//|\\.lock$|/$))[A-Za-z0-9_][A-Za-z0-9._/-]{0,199}");

  private final GitProgram git;
  private final RepositoryUrl url;
  private final String branch;
  private final ContentReader contents;
  private boolean fetched;
  private String head = "";

  private GitRepository(GitProgram git, RepositoryUrl url, String branch) {
    this.git = git;
    this.url = url;
    this.branch = branch;
    this.contents = new ContentReader(git);
  }

  /**
   * Creates an empty cache, which the first {@link #head} fills.
   *
   * @param branch name of the branch; empty for the remote's default
   * @throws GitFailedException if the remote's default cannot be read
   */
  public static GitRepository open(GitProgram git, RepositoryUrl url, Optional<String> branch) {
    git.run(ByteString.EMPTY, "init", List.of("--quiet", "--bare", "--template=")).orFail();
    return new GitRepository(git, url, branch.orElseGet(() -> defaultBranch(git, url)));
  }

  /** Returns whether a text is a valid branch name and safe as an argument. */
  public static boolean isBranch(String name) {
    return BRANCH.matcher(name).matches();
  }

  private static String defaultBranch(GitProgram git, RepositoryUrl url) {
    var answer =
        git.run(ByteString.EMPTY, "ls-remote", List.of("--symref", "--", url.value(), "HEAD"))
            .orFail();
    var named = Pattern.compile("ref: refs/heads/(\\S+)\tHEAD").matcher(answer.text());
    return named.find() && isBranch(named.group(1)) ? named.group(1) : BRANCH_DEFAULT;
  }

  public RepositoryUrl url() {
    return url;
  }

  /**
   * Fetches and returns the remote's latest commit with its files; empty if the branch has no
   * commit yet.
   *
   * @throws GitFailedException if the remote does not answer, or sends malformed objects
   */
  public Optional<String> head() {
    var answer =
        git.run(ByteString.EMPTY, "ls-remote", List.of("--", url.value(), "refs/heads/" + branch))
            .orFail();
    // The pattern also matches names that end with the branch name.
    var latest =
        answer.text().lines().filter(line -> line.endsWith("\trefs/heads/" + branch)).findFirst();
    if (latest.isEmpty()) {
      return Optional.empty();
    }
    if (!latest.get().equals(head + "\trefs/heads/" + branch)) {
      fetch();
    }
    return Optional.of(head);
  }

  private void fetch() {
    var depth = fetched ? List.<String>of() : List.of("--depth", "1");
    var arguments =
        List.of("--quiet", "--no-tags", "--", url.value(), "+refs/heads/" + branch + ":" + FETCHED);
    git.run(ByteString.EMPTY, "fetch", Stream.concat(depth.stream(), arguments.stream()).toList())
        .orFail();
    fetched = true;
    head = git.run(ByteString.EMPTY, "rev-parse", List.of(FETCHED)).orFail().text().strip();
  }

  /** Returns the files of a commit. */
  public TreeListing list(String commit) {
    return TreeListing.parse(
        git.run(ByteString.EMPTY, "ls-tree", List.of("-r", "-z", "-l", "--full-tree", commit))
            .orFail()
            .output());
  }

  /** Reads small files in one call, so that {@link #content} needs no call for them. */
  public void prefetch(List<TreeEntry> entries, int bytesMax) {
    contents.prefetch(
        entries.stream().filter(file -> file.isRegular() && file.bytes() <= bytesMax).toList());
  }

  /** Returns the content of a file; empty if it is larger than the limit. */
  public Optional<ByteString> content(TreeEntry entry, int bytesMax) {
    return entry.bytes() > bytesMax ? Optional.empty() : Optional.of(contents.read(entry));
  }

  /**
   * Creates a chain of commits, and returns the id of the last one. The commits exist only on this
   * machine until they are pushed.
   *
   * @param base parent of the first commit; empty if it is the first of the branch
   */
  public String commit(Optional<String> base, List<CommitDraft> drafts) {
    var stream = FastImport.stream(base, drafts);
    return git.run(stream, "fast-import", List.of("--quiet", "--force", "--done"))
        .orFail()
        .text()
        .strip();
  }

  /**
   * Makes the commit the latest one of the remote, if it follows the latest commit there.
   *
   * @return git's message if another push was first or the remote refuses the push; empty if the
   *     push was accepted
   * @throws GitFailedException if it is unknown whether the push has arrived
   */
  public Optional<String> push(String commit) {
    var answer =
        git.run(
            ByteString.EMPTY,
            "push",
            List.of(
                "--porcelain", "--no-verify", "--", url.value(), commit + ":refs/heads/" + branch));
    if (answer.exitCode() == 0) {
      head = commit;
      fetched = true;
      return Optional.empty();
    }
    var refusal = answer.text().lines().filter(line -> line.startsWith("!")).findFirst();
    return Optional.of(refusal.orElseThrow(answer::failure));
  }
}
