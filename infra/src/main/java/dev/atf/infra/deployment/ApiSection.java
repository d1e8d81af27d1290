package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.util.List;

/**
 * Settings of the public API.
 *
 * @param certificateArn ARN of the API's certificate
 * @param callers IPv4 address blocks that may connect
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
        .that(
            !callers.isEmpty() && callers.stream().allMatch(ApiSection::isBlock),
            "api.callers",
            callers,
            "the IPv4 address blocks that may connect, such as 10.0.0.0/8; without one, nobody can"
                + " call the API")
        .end();
  }

  private static boolean isBlock(String text) {
    return text.matches("\\d{1,3}(\\.\\d{1,3}){3}/\\d{1,2}");
  }
}
