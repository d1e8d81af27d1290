package dev.atf.cli.access;

import dev.atf.cli.output.CommandFailedException;
import dev.atf.local.TokenIssuer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code atf token}: prints credentials for a cluster that was started with {@code --auth jwt}. */
@Command(
    name = "token",
    description = {
      "Print a token of this machine's own issuer, whose key is in the data directory.",
      "Only for atf up --auth jwt; in a cluster an identity provider issues tokens."
    },
    footer = {
      "%nExamples:",
      "  export ATF_TOKEN=$(atf token --name alice)",
      "  atf token --name orders --grant schedule,read:orders-* --grant cancel:orders-email",
      "  atf token --name bob --tenant acme --grant read:*"
    })
public final class TokenCommand implements Callable<Integer> {
  private static final String ALL = "schedule,read,cancel,execute,admin:*";

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data directory of atf up (default: .atf/data next to ./atf).")
  private @Nullable Path data;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      required = true,
      description = "The name of the caller.")
  private String name;

  @Option(
      names = "--tenant",
      paramLabel = "TENANT",
      description =
          "The tenant whose lambdas (named TENANT--…) the caller may use; * for all (default:"
              + " no tenant).")
  private String tenant = "";

  @Option(
      names = "--grant",
      paramLabel = "ACTIONS:LAMBDAS",
      description = "What the caller may do (default: " + ALL + ").")
  private List<String> grants = new ArrayList<>();

  @Option(
      names = "--ttl",
      paramLabel = "D",
      defaultValue = "1h",
      description = "How long the token is valid (default: ${DEFAULT-VALUE}).")
  private Duration ttl;

  @Override
  public Integer call() {
    var granted = grants.isEmpty() ? List.of(ALL) : grants;
    try {
      granted.forEach(dev.atf.access.Grant::parse);
    } catch (IllegalArgumentException e) {
      throw new CommandFailedException("--grant: " + e.getMessage());
    }
    var issuer = TokenIssuer.of(data == null ? Home.directory().resolve(".atf/data") : data);
    var subject = new TokenIssuer.Subject(name, tenant, granted);
    var out = spec.commandLine().getOut();
    out.println(issuer.mint(subject, InstantSource.system().instant(), ttl));
    return 0;
  }
}
