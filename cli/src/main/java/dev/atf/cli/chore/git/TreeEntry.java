package dev.atf.cli.chore.git;

/**
 * File of a commit.
 *
 * @param mode mode as Git writes it: 100644, 100755, 120000 (a symbolic link) or 160000 (a
 *     submodule)
 * @param id id of the content
 * @param bytes size of the content; -1 for a submodule
 * @param path path from the root, with slashes
 */
public record TreeEntry(String mode, String id, long bytes, String path) {
  /** Returns whether it is a file, and neither a symbolic link nor a submodule. */
  public boolean isRegular() {
    return mode.startsWith("100");
  }

  public boolean isExecutable() {
    return mode.equals("100755");
  }
}
