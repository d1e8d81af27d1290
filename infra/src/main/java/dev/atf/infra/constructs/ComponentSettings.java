package dev.atf.infra.constructs;

import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Aws;

/**
 * The settings of components that follow from where they run, as variables of their processes. What
 * else is said of them is put over these.
 */
public record ComponentSettings(String cluster) {
  public static final int FRONTEND_PORT = 8080;
  public static final int HSC_PORT = 8081;
  public static final int WORKER_PORT = 8082;
  public static final int STORE_CONSUMER_PORT = 8083;

  /**
   * Chosen: the default drain of executors; what is younger can finish in it, or is little lost.
   */
  static final String PROTECT_AFTER = "30s";

  /** All addresses of the task; its security group says who reaches them. */
  private static final String ANY_ADDRESS = "0.0.0.0";

  /** The prefix of the tables' names. */
  public String tablePrefix() {
    return cluster + "-";
  }

  /** The prefix of the queues' names. */
  public String queuePrefix() {
    return cluster;
  }

  /** The name of the queue of what nobody could use: two parts, unlike those of lambdas. */
  public String unusableQueue() {
    return queuePrefix() + "_unusable";
  }

  Map<String, String> frontend(PublicApiProps api) {
    var variables = new TreeMap<>(store());
    variables.putAll(queue());
    variables.put("ATF_SERVER_HOST", ANY_ADDRESS);
    api.tokens()
        .ifPresentOrElse(
            tokens -> {
              variables.put("ATF_SERVER_AUTH_MODE", "JWT");
              variables.put("ATF_SERVER_AUTH_ISSUER", tokens.issuer());
              variables.put("ATF_SERVER_AUTH_AUDIENCE", tokens.audience());
              variables.put("ATF_SERVER_AUTH_JWKS", tokens.jwks());
            },
            () -> variables.put("ATF_SERVER_AUTH_ALLOW_UNAUTHENTICATED", "true"));
    // Tables and queues are deployed.
    variables.put("ATF_CREATE_TABLES", "false");
    variables.put("ATF_CREATE_QUEUES", "false");
    return variables;
  }

  Map<String, String> storeConsumer() {
    var variables = new TreeMap<>(store());
    variables.putAll(queue());
    return variables;
  }

  Map<String, String> hsc() {
    var variables = new TreeMap<>(store());
    variables.put("ATF_SERVER_HOST", ANY_ADDRESS);
    // Its security group lets workers alone connect.
    variables.put("ATF_SERVER_AUTH_ALLOW_UNAUTHENTICATED", "true");
    return variables;
  }

  Map<String, String> worker(String hscUri) {
    var variables = new TreeMap<>(queue());
    variables.put("ATF_HSC_URI", hscUri);
    variables.put("ATF_SCALE_IN_PROTECT_AFTER", PROTECT_AFTER);
    return variables;
  }

  private Map<String, String> store() {
    return Map.of("ATF_STORE_REGION", Aws.REGION, "ATF_STORE_TABLE_PREFIX", tablePrefix());
  }

  private Map<String, String> queue() {
    return Map.of("ATF_QUEUE_REGION", Aws.REGION, "ATF_QUEUE_QUEUE_PREFIX", queuePrefix());
  }
}
