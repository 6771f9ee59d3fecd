// Package suite runs the checker on a table of properties with known answers and tabulates the results.
//
//	model,family,model_file,property_file,property_id,expected_verdict
//	philosophers-5,philosophers,phil5.pnml,reach.xml,phil5-reach-03,TRUE
//
// A manifest is a CSV file with these columns, where expected_verdict (TRUE or FALSE) is the property's truth
// value, and optionally core (1 marks the short list). Paths are relative to the manifest.
package suite
