/**
 * Construct library with the parts of a cluster on AWS, for the app of this module and for users'
 * own apps. Constructs take records of typed props and read no files.
 */
@NullMarked
package dev.atf.infra.constructs;

import org.jspecify.annotations.NullMarked;
