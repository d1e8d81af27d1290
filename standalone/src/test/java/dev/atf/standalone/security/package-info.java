@NullMarked
package dev.atf.standalone.security;

import org.jspecify.annotations.NullMarked;
