package codegen
