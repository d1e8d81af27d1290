package dev.atf.controller;

/** The identity of one start of a controller: host, process and a nonce. */
record ControllerId(String value) {}
