/** The services over HTTP and JSON, and live events as server-sent events. */
@NullMarked
package dev.atf.frontend.http;

import org.jspecify.annotations.NullMarked;
