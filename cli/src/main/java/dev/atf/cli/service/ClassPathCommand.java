package dev.atf.cli.service;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code atf classpath}: prints the class path to compile and run a handler, for trials. */
@Command(
    name = "classpath",
    description = {
      "Print the class path of this program.",
      "Use it to try a handler without a build; in a project, depend on atf-executor."
    },
    footer = {
      "%nExample:",
      "  atf up --executors make-thumbnail=2 -- java -cp \"$(atf classpath)\" MakeThumbnail.java"
    })
public final class ClassPathCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    out.println(System.getProperty("java.class.path"));
    return 0;
  }
}
