package dev.atf.cli.chore.git;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One branch of a remote repository. Commits are made upon the remote's and pushed; nothing is
 * checked out, and what is kept on this machine is a cache. For one thread.
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
   * Makes an empty cache, which the first {@link #head} fills.
   *
   * @param branch its name; empty: the remote's default
   * @throws GitFailedException if the remote cannot be asked for its default
   */
  public static GitRepository open(GitProgram git, RepositoryUrl url, Optional<String> branch) {
    git.run(ByteString.EMPTY, "init", List.of("--quiet", "--bare", "--template=")).orFail();
    return new GitRepository(git, url, branch.orElseGet(() -> defaultBranch(git, url)));
  }

  /** Returns whether a name can be that of a branch, and is safe as an argument. */
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
   * Returns the remote's latest commit, and has its files at hand; empty: the branch has none yet.
   *
   * @throws GitFailedException if the remote does not answer, or sends malformed objects
   */
  public Optional<String> head() {
    var answer =
        git.run(ByteString.EMPTY, "ls-remote", List.of("--", url.value(), "refs/heads/" + branch))
            .orFail();
    // The pattern also matches names that end with it.
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

  /** Reads small files in one call, so that {@link #content} needs none for them. */
  public void prefetch(List<TreeEntry> entries, int bytesMax) {
    contents.prefetch(
        entries.stream().filter(file -> file.isRegular() && file.bytes() <= bytesMax).toList());
  }

  /** Returns the content of a file; empty: it has more bytes. */
  public Optional<ByteString> content(TreeEntry entry, int bytesMax) {
    return entry.bytes() > bytesMax ? Optional.empty() : Optional.of(contents.read(entry));
  }

  /**
   * Makes commits one upon the other; returns the id of the last, which is only on this machine.
   *
   * @param base empty: the first one begins the branch
   */
  public String commit(Optional<String> base, List<CommitDraft> drafts) {
    var stream = FastImport.stream(base, drafts);
    return git.run(stream, "fast-import", List.of("--quiet", "--force", "--done"))
        .orFail()
        .text()
        .strip();
  }

  /**
   * Makes the commit the latest of the remote, if it follows the latest there.
   *
   * @return git's words if another push was first, or the remote refuses it for good; empty: it is
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
