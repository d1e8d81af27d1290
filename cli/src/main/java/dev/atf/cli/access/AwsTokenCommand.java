package dev.atf.cli.access;

import dev.atf.local.ProtocolEngine;
import dev.atf.worker.AwsIdentityToken;
import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;

/** {@code atf aws-token}: prints credentials for a cluster that authenticates callers with IAM. */
@Command(
    name = "aws-token",
    description = {
      "Print a token of the IAM identity that the AWS SDK finds, valid for 15 minutes.",
      "For services with server.auth.mode=AWS whose issuer is STS in the SDK's region."
    },
    footer = {"%nExample:", "  export ATF_TOKEN=$(atf aws-token --audience atf-production)"})
public final class AwsTokenCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--audience",
      paramLabel = "AUDIENCE",
      required = true,
      description = "The services' server.auth.audience.")
  private String audience;

  @Override
  public Integer call() {
    var region = ProtocolEngine.regionOfAws();
    try (var credentials = DefaultCredentialsProvider.builder().build()) {
      var token =
          AwsIdentityToken.of(
              credentials.resolveCredentials(),
              URI.create("https://sts." + region + ".amazonaws.com"),
              region,
              audience,
              InstantSource.system().instant());
      spec.commandLine().getOut().println(token);
      return 0;
    }
  }
}
