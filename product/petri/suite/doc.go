// Package suite runs the checker on a table of properties with known answers and
// tabulates what it got right.
//
// A manifest is a CSV file with the columns model, family, model_file, property_file,
// property_id and expected_verdict (TRUE or FALSE, the property's truth value), and
// optionally core (1 marks the short list). Paths are relative to the manifest.
package suite
