package verifier_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"cupel/verifier"
)

// TestConfigIsData: a worker gets every setting that it is to have. One that is not exported, or a function, would be lost on the
// way in silence.
func TestConfigIsData(t *testing.T) {
	var cfg verifier.Config
	lost := map[string]bool{"Others": true} // files that nobody but the caller writes
	v := reflect.ValueOf(&cfg).Elem()
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() {
			t.Errorf("%s is not exported", field.Name)
			continue
		}
		set(t, field.Name, v.Field(i))
	}
	text, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var got verifier.Config
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if same := reflect.DeepEqual(v.Field(i).Interface(), reflect.ValueOf(got).Field(i).Interface()); same == lost[name] {
			t.Errorf("%s: sent %v, received %v", name, v.Field(i), reflect.ValueOf(got).Field(i))
		}
	}
}

// set gives a setting a value other than the zero value.
func set(t *testing.T, name string, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint, reflect.Uint8:
		v.SetUint(1)
	case reflect.String:
		v.SetString("x")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		set(t, name, v.Index(0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		set(t, name, key)
		set(t, name, value)
		v.SetMapIndex(key, value)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		set(t, name, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			set(t, name+"."+v.Type().Field(i).Name, v.Field(i))
		}
	default:
		t.Fatalf("%s is a %s, no setting", name, v.Kind())
	}
}
