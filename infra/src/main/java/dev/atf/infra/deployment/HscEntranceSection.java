package dev.atf.infra.deployment;

import dev.atf.runtime.config.SettingChecks;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Access of workers to the HSC.
 *
 * @param domainName name of the HSC in the VPC, as in the certificate
 * @param certificateArn ARN of the certificate in Certificate Manager
 * @param allowPlaintext whether workers call the HSC without TLS; for temporary clusters
 * @param principals grants of further roles that run workers: ARN of the role, and grants such as
 *     {@code execute:resize-image}
 */
public record HscEntranceSection(
    String domainName,
    String certificateArn,
    boolean allowPlaintext,
    Map<String, List<String>> principals) {
  public HscEntranceSection {
    principals = new TreeMap<>(principals);
    new SettingChecks()
        .that(
            allowPlaintext || certificateArn.startsWith("arn:"),
            "hscEntrance.certificateArn",
            certificateArn,
            "the ARN of a certificate of Certificate Manager, with domainName; or"
                + " allowPlaintext: true")
        .that(
            allowPlaintext || domainName.matches("[a-z0-9-]+(\\.[a-z0-9-]+)+"),
            "hscEntrance.domainName",
            domainName,
            "a name that the certificate is for, such as hsc.tasks.example.com")
        .that(
            !allowPlaintext || (certificateArn.isEmpty() && domainName.isEmpty()),
            "hscEntrance.allowPlaintext",
            allowPlaintext,
            "false where certificateArn or domainName is given")
        .end();
  }
}
