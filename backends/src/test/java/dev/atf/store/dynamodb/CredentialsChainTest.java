package dev.atf.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.WebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.profiles.ProfileFile;

/**
 * The links of the default chain of credentials that the SDK finds by reflection, on the class path
 * that services have. STS is a server of this test.
 */
@Isolated("sets system properties")
final class CredentialsChainTest {
  private static final String ROLE = "arn:aws:iam::111122223333:role/orders";

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private Map<String, String> properties = Map.of();
  private HttpServer sts;

  @TempDir private Path directory;

  @BeforeEach
  void start() throws IOException {
    sts = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    sts.createContext("/", this::answer);
    sts.start();
    properties =
        Map.of(
            "aws.endpointUrlSts",
            "http://127.0.0.1:" + sts.getAddress().getPort(),
            "aws.region",
            "eu-central-1");
    properties.forEach(System::setProperty);
  }

  @AfterEach
  void stop() {
    properties.keySet().forEach(System::clearProperty);
    sts.stop(0);
  }

  @Test
  void aWebIdentityGetsItsRole() throws IOException {
    var token = Files.writeString(directory.resolve("token"), "a.web.identity");

    try (var provider =
        WebIdentityTokenFileCredentialsProvider.builder()
            .roleArn(ROLE)
            .roleSessionName("orders-hsc")
            .webIdentityTokenFile(token)
            .build()) {
      assertThat(provider.resolveCredentials().accessKeyId()).isEqualTo("AKIDROLE");
    }
    assertThat(asked).singleElement().asString().contains("AssumeRoleWithWebIdentity");
  }

  @Test
  void aProfileGetsItsRole() {
    var profiles =
        """
        [profile base]
        aws_access_key_id = AKIDBASE
        aws_secret_access_key = secret
        [profile dev]
        role_arn = %s
        source_profile = base
        """
            .formatted(ROLE);

    try (var provider = profile(profiles)) {
      assertThat(provider.resolveCredentials().accessKeyId()).isEqualTo("AKIDROLE");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        [profile dev]
        sso_start_url = https://atf-test.invalid/start
        sso_region = eu-central-1
        sso_account_id = 111122223333
        sso_role_name = developer
        """,
        """
        [sso-session atf-test]
        sso_start_url = https://atf-test.invalid/start
        sso_region = eu-central-1
        sso_registration_scopes = sso:account:access
        [profile dev]
        sso_session = atf-test
        sso_account_id = 111122223333
        sso_role_name = developer
        """
      })
  void aProfileOfSsoAsksForALoginOnly(String profiles) {
    assertThatThrownBy(
            () -> {
              try (var provider = profile(profiles)) {
                provider.resolveCredentials();
              }
            })
        .message()
        .contains("aws sso login")
        .doesNotContain("class path");
  }

  private static ProfileCredentialsProvider profile(String profiles) {
    return ProfileCredentialsProvider.builder()
        .profileFile(
            ProfileFile.builder().type(ProfileFile.Type.CONFIGURATION).content(profiles).build())
        .profileName("dev")
        .build();
  }

  private void answer(HttpExchange exchange) throws IOException {
    var request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(request);
    var action = request.contains("WebIdentity") ? "AssumeRoleWithWebIdentity" : "AssumeRole";
    var bytes =
        """
        <%1$sResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><%1$sResult><Credentials>
        <AccessKeyId>AKIDROLE</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
        <SessionToken>session</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration>
        </Credentials></%1$sResult></%1$sResponse>
        """
            .formatted(action)
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("content-type", "text/xml");
    exchange.sendResponseHeaders(200, bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
