/** Descriptions of the calls for other languages: an OpenAPI document, and the descriptor set. */
@NullMarked
package dev.atf.frontend.http.openapi;

import org.jspecify.annotations.NullMarked;
