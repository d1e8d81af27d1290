package dev.atf.infra.constructs.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Access of workers to the HSC, and rights of each of them.
 *
 * @param certificate certificate of its name; empty: it is called without TLS
 * @param workers names of worker clusters, and the lambdas that each runs
 * @param principals grants of other roles, by their ARNs
 */
public record HscProps(
    Optional<Certificate> certificate,
    Map<String, List<String>> workers,
    Map<String, List<String>> principals) {
  public HscProps {
    workers = new TreeMap<>(workers);
    principals = new TreeMap<>(principals);
  }

  /**
   * @param domainName name of the HSC that only the cluster's VPC resolves
   * @param arn of the certificate for it, in Certificate Manager
   */
  public record Certificate(String domainName, String arn) {}

  /** Grants of all principals: worker clusters may execute their own lambdas and no others. */
  public Map<String, List<String>> grants(String cluster) {
    var grants = new TreeMap<String, List<String>>(principals);
    // One grant for all lambdas of a role: a task definition has at most 64 KB.
    workers.forEach(
        (name, lambdas) ->
            grants.put(
                WorkerRole.arn(cluster, name), List.of("execute:" + String.join(",", lambdas))));
    return grants;
  }
}
