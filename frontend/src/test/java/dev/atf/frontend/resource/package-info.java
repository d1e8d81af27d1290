@NullMarked
package dev.atf.frontend.resource;

import org.jspecify.annotations.NullMarked;
