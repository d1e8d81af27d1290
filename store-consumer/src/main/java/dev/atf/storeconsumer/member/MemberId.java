package dev.atf.storeconsumer.member;

/** Name of one start of one consumer: host, process and a nonce. */
public record MemberId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
