/**
 * Client of services that schedule tasks and read their results: begin with {@link
 * dev.atf.client.AtfClient}.
 */
@NullMarked
package dev.atf.client;

import org.jspecify.annotations.NullMarked;
