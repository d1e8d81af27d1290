@NullMarked
package dev.atf.frontend.http.openapi;

import org.jspecify.annotations.NullMarked;
