@NullMarked
package dev.atf.frontend.http;

import org.jspecify.annotations.NullMarked;
