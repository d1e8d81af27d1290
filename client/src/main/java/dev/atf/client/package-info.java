/**
 * What services import to schedule tasks and read what came of them: begin with {@link
 * dev.atf.client.AtfClient}.
 */
@NullMarked
package dev.atf.client;

import org.jspecify.annotations.NullMarked;
