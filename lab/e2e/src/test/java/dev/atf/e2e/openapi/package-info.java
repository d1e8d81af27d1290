/** Clients that are generated from the OpenAPI document, or written by hand for HTTP. */
@NullMarked
package dev.atf.e2e.openapi;

import org.jspecify.annotations.NullMarked;
