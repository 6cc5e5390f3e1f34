"""What this machine can show of other processors and systems.

Three steps: `aarch64` compiles for it and runs what came out in an emulator; `linked` compiles and
links for Windows, macOS and musl, and runs nothing; `plain-cpu` runs the wheel on a CPU that can do
only what every x86-64 can.
"""
