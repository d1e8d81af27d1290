package dev.atf.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rights of callers and limits of their tenants, as operators write them in a file:
 *
 * <pre>
 * principals: {orders-service: ["schedule,read:orders-*"]}
 * groups:     {operators: ["admin,read,cancel,schedule:*"]}
 * tenants:    {acme: {lambdasMax: 20, scheduleRate: 500, runningMax: 50, pendingMax: 10000}}
 * </pre>
 *
 * The grants in a caller's credentials apply in addition, because their issuer is trusted.
 */
record Policy(
    Map<String, List<Grant>> principals,
    Map<String, List<Grant>> groups,
    Map<String, TenantQuota> tenants) {
  private static final Logger log = LoggerFactory.getLogger(Policy.class);
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  static final Policy EMPTY = new Policy(Map.of(), Map.of(), Map.of());

  /** Structure of the file. Missing parts are empty. */
  private record Document(
      @Nullable Map<String, List<String>> principals,
      @Nullable Map<String, List<String>> groups,
      @Nullable Map<String, TenantQuota> tenants) {}

  /**
   * Parses a policy.
   *
   * @throws ConfigException if any part of it is invalid
   */
  static Policy parse(byte[] yaml) {
    try {
      var document = YAML.readValue(yaml, Document.class);
      return document == null
          ? EMPTY
          : new Policy(
              parsed(document.principals()),
              parsed(document.groups()),
              document.tenants() == null ? Map.of() : Map.copyOf(document.tenants()));
    } catch (JsonProcessingException e) {
      throw new ConfigException("policy: " + e.getOriginalMessage());
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException("policy: " + e.getMessage());
    }
  }

  List<Grant> grantsOf(Principal principal) {
    var grants = new ArrayList<>(principals.getOrDefault(principal.name(), List.of()));
    for (var group : principal.groups()) {
      grants.addAll(groups.getOrDefault(group, List.of()));
    }
    for (var own : principal.grants()) {
      try {
        grants.add(Grant.parse(own));
      } catch (IllegalArgumentException e) {
        log.debug(
            "principal={} has a grant that cannot be parsed; the grant is ignored",
            principal.name());
      }
    }
    return grants;
  }

  Optional<TenantQuota> quotaOf(String tenant) {
    return Optional.ofNullable(tenants.get(tenant));
  }

  private static Map<String, List<Grant>> parsed(@Nullable Map<String, List<String>> written) {
    var grants = new TreeMap<String, List<Grant>>();
    if (written != null) {
      written.forEach((name, texts) -> grants.put(name, texts.stream().map(Grant::parse).toList()));
    }
    return grants;
  }
}
