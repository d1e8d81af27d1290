package dev.atf.runtime.auth;

/** Marks a service without secrets, such as the files of a page. It answers without credentials. */
public interface PublicService {}
