package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.util.List;

/**
 * Settings of the public API.
 *
 * @param certificateArn ARN of the API's certificate
 * @param callers address blocks that may connect
 * @param auth authentication of callers
 */
public record ApiSection(
    String certificateArn, boolean internetFacing, List<String> callers, AuthSection auth) {
  public ApiSection {
    callers = List.copyOf(callers);
    new SettingChecks()
        .that(
            certificateArn.startsWith("arn:"),
            "api.certificateArn",
            certificateArn,
            "the ARN of a certificate of Certificate Manager")
        .end();
  }
}
