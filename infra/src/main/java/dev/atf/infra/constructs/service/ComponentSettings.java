package dev.atf.infra.constructs.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.queue.sqs.SqsQueueNames;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Aws;

/**
 * Settings of components that follow from the deployment, as environment variables. The cluster
 * file can override them.
 */
public record ComponentSettings(String cluster) {
  public static final int FRONTEND_PORT = 8080;
  public static final int HSC_PORT = 8081;
  public static final int WORKER_PORT = 8082;
  public static final int STORE_CONSUMER_PORT = 8083;

  /**
   * Age at which an attempt protects its ECS task from scale-in. It equals the default drain time
   * of executors: a younger attempt ends within the drain, or loses little work.
   */
  static final String PROTECT_AFTER = "30s";

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * All addresses of the ECS task. The security group of the ECS task decides which callers can
   * connect.
   */
  private static final String ANY_ADDRESS = "0.0.0.0";

  /** Returns the prefix of the tables' names. */
  public String tablePrefix() {
    return cluster + "-";
  }

  /** Returns the prefix of the queues' names. */
  public String queuePrefix() {
    return cluster;
  }

  public SqsQueueNames queueNames() {
    return new SqsQueueNames(queuePrefix());
  }

  /**
   * Returns the settings of a frontend.
   *
   * @param makesQueues whether it creates the queues of lambdas when they are registered
   */
  public Map<String, String> frontend(PublicApiProps api, boolean makesQueues) {
    var variables = new TreeMap<>(store());
    variables.putAll(queue());
    variables.putAll(behindBalancer());
    if (api.auth() instanceof CallerAuth.Tokens tokens) {
      variables.putAll(auth("JWT", tokens.issuer(), tokens.audience(), tokens.policy()));
      variables.put("ATF_SERVER_AUTH_JWKS", tokens.jwks());
    } else if (api.auth() instanceof CallerAuth.IamIdentities identities) {
      variables.putAll(auth("AWS", sts(), identities.audience(), identities.policy()));
    } else {
      variables.put("ATF_SERVER_AUTH_ALLOW_UNAUTHENTICATED", "true");
    }
    variables.put("ATF_CREATE_TABLES", "false");
    variables.put("ATF_CREATE_QUEUES", Boolean.toString(makesQueues));
    return variables;
  }

  /**
   * Returns the settings of a store consumer. It accepts hints without credentials: only members of
   * three security groups can connect, and a wrong hint costs only reads.
   */
  public Map<String, String> storeConsumer() {
    var variables = new TreeMap<>(store());
    variables.putAll(queue());
    variables.put("ATF_SERVER_HOST", ANY_ADDRESS);
    variables.put("ATF_SERVER_AUTH_ALLOW_UNAUTHENTICATED", "true");
    return variables;
  }

  /**
   * Returns the settings of an HSC.
   *
   * @param grants grants of principals, by their ARNs
   * @param api public API, whose policy contains the quotas of tenants
   */
  public Map<String, String> hsc(Map<String, List<String>> grants, PublicApiProps api) {
    var policy = new TreeMap<String, Object>(Map.of("principals", grants));
    var tenants = tenants(api.auth());
    if (!tenants.isEmpty()) {
      policy.put("tenants", tenants);
    }
    var variables = new TreeMap<>(store());
    variables.putAll(behindBalancer());
    variables.putAll(auth("AWS", sts(), hscAudience(), policy(policy)));
    return variables;
  }

  private static JsonNode tenants(CallerAuth auth) {
    var policy =
        auth instanceof CallerAuth.Tokens tokens
            ? tokens.policy()
            : auth instanceof CallerAuth.IamIdentities identities ? identities.policy() : "";
    try {
      return JSON.readTree(policy).path("tenants");
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("policy: " + e.getOriginalMessage(), e);
    }
  }

  public Map<String, String> worker(String hscUri) {
    var variables = new TreeMap<>(queue());
    variables.put("ATF_HSC_URI", hscUri);
    variables.put("ATF_IDENTITY_STS", sts());
    variables.put("ATF_IDENTITY_AUDIENCE", hscAudience());
    variables.put("ATF_SCALE_IN_PROTECT_AFTER", PROTECT_AFTER);
    return variables;
  }

  /** Returns the text of a policy of {@code server.auth}, which is both YAML and JSON. */
  public static String policy(Map<String, ?> policy) {
    try {
      return JSON.writeValueAsString(new TreeMap<>(policy));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("policy: " + e.getOriginalMessage(), e);
    }
  }

  private String hscAudience() {
    return cluster + "-hsc";
  }

  private static String sts() {
    return "https://sts." + Aws.REGION + "." + Aws.URL_SUFFIX;
  }

  /**
   * Returns the settings of a listener behind a load balancer. All calls come from the few
   * addresses of the balancer. Therefore the limit of connections for one address is off: it would
   * limit a third of all callers.
   */
  private static Map<String, String> behindBalancer() {
    return Map.of(
        "ATF_SERVER_HOST",
        ANY_ADDRESS,
        "ATF_SERVER_CONNECTIONS_PER_ADDRESS_MAX",
        Integer.toString(Integer.MAX_VALUE));
  }

  private static Map<String, String> auth(
      String mode, String issuer, String audience, String policy) {
    var variables = new TreeMap<String, String>();
    variables.put("ATF_SERVER_AUTH_MODE", mode);
    variables.put("ATF_SERVER_AUTH_ISSUER", issuer);
    variables.put("ATF_SERVER_AUTH_AUDIENCE", audience);
    // The collector in the same task reads the metrics.
    variables.put("ATF_SERVER_AUTH_LOCAL_METRICS", "true");
    if (!policy.isEmpty()) {
      variables.put("ATF_SERVER_AUTH_POLICY", policy);
    }
    return variables;
  }

  private Map<String, String> store() {
    return Map.of("ATF_STORE_REGION", Aws.REGION, "ATF_STORE_TABLE_PREFIX", tablePrefix());
  }

  private Map<String, String> queue() {
    return Map.of("ATF_QUEUE_REGION", Aws.REGION, "ATF_QUEUE_QUEUE_PREFIX", queuePrefix());
  }
}
