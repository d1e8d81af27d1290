package dev.atf.storeconsumer.member;

/** The name of one start of one consumer: host, process and a nonce. */
public record MemberId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
