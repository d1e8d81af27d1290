package dev.atf.infra.constructs.service;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Access of workers to the HSC, and rights of each of them.
 *
 * @param certificate certificate of the HSC; empty if it is called without TLS
 * @param workers lambdas by the name of the worker cluster that runs them
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
   * Certificate of the HSC.
   *
   * @param domainName name of the HSC, which only the cluster's VPC resolves
   * @param arn ARN of the certificate in Certificate Manager
   */
  public record Certificate(String domainName, String arn) {}

  /** Returns the grants of all principals. A worker cluster may only execute its own lambdas. */
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
