package dev.atf.cli;

import picocli.CommandLine.IVersionProvider;

/** Text that {@code --version} prints. */
public final class Version implements IVersionProvider {
  /** Value that Maven leaves in the manifest when it found no commit. */
  private static final String NOT_FOUND = "${git.commit.id.describe}";

  @Override
  public String[] getVersion() {
    return new String[] {"atf " + build(), "java " + Runtime.version()};
  }

  /** Returns the version and commit of this build from the jar's manifest. */
  public static String build() {
    var version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "(from classes)" : version.replace(NOT_FOUND, "no commit");
  }
}
