package dev.atf.standalone.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    var version = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "atf " + (version == null ? "(from classes)" : version), "java " + Runtime.version()
    };
  }
}
